"""The page of observations without a browser."""

from __future__ import annotations

from dataclasses import replace

import httpx

from api.main import create_app
from graphmem.brain import Brain
from graphmem.ingest.worker import Workers
from graphmem.memory import Memory
from graphmem.models.openai.chat import OpenAIChat
from graphmem.models.openai.observer import OpenAIObserver
from graphmem.testing.scripted_server import ScriptedServer
from tests.api.conftest import Api, client_of
from tests.api.test_dashboard import BAD, ORIGIN, assert_page, csrf_in
from tests.story.feeling import Feeling, turned
from tests.story.staging import with_models


async def test_what_is_noticed_is_shown_with_its_facts(client: httpx.AsyncClient, api: Api) -> None:
    for name in ("Ana", "Bruno", f"Clara {BAD}"):
        await api.fact(name, "works_at", "Acme", object_is_entity=True)
    home = f"/brains/{api.brain}/observations"
    page = await client.get(home)
    assert_page(page, 200, "Nothing has been noticed")
    answer = await client.post(f"{home}/tick", data={"csrf": csrf_in(page)}, headers=ORIGIN)
    assert (answer.status_code, answer.headers["location"]) == (303, home)
    page = await client.get(home)
    assert_page(page, 200, "3 share “works at” Acme")
    assert "Supported by 3 facts" in page.text
    assert_page(await client.get(home, params={"show": "retired"}), 200, "None.")


async def test_a_brain_that_is_not_there_has_no_observations(client: httpx.AsyncClient, api: Api) -> None:
    assert_page(await client.get(f"/brains/{api.brain}/observations"), 404, "")


async def test_an_emotional_trend_is_shown_with_its_messages_and_whose_emotion_it_is(
    client: httpx.AsyncClient, api: Api, brain: Brain
) -> None:
    await brain.configure(emotional_trends=True)
    await turned(with_models(brain, extractor=Feeling()), speaker=f"Bruno {BAD}")
    home = f"/brains/{api.brain}/observations"
    page = await client.get(home)
    await client.post(f"{home}/tick", data={"csrf": csrf_in(page)}, headers=ORIGIN)
    page = await client.get(home)
    assert_page(page, 200, "emotional trend")
    for said in ("Supported by 10 messages", "sad: I met Ana, 9.", "that of its speaker", "Sadness in 5 of the last 5"):
        assert said in page.text
    assert f"/brains/{api.brain}/entities/{(await brain.entities.get('Ana')).id}" in page.text


async def test_what_a_run_leaves_for_later_is_told(client: httpx.AsyncClient, api: Api, brain: Brain) -> None:
    for name in ("Ana", "Bruno", "Clara"):
        await api.fact(name, "works_at", "Acme", object_is_entity=True)
    await brain.configure(model_calls_per_day=0)
    with ScriptedServer({"observations": []}) as server:
        values = {"openai_base_url": server.base_url, "openai_api_key": "sk-test"}
        chat = OpenAIChat.from_settings(brain.engine.settings.with_overrides(**values))
        models = replace(brain.engine.models, observer=OpenAIObserver(chat))
        served = Memory(replace(brain.engine, models=models, workers=Workers(0)))
        async with client_of(create_app(memory=served)) as asking:
            home = f"/brains/{api.brain}/observations"
            page = await asking.get(home)
            told = await asking.post(f"{home}/tick", data={"csrf": csrf_in(page)}, headers=ORIGIN)
            assert_page(
                told, 200, "The rest is left for a later run. This brain has spent its 0 model calls of the day"
            )
            assert f'href="{home}"' in told.text
        await chat.aclose()
        assert server.requests == []
