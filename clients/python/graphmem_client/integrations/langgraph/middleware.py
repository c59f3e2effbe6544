"""`GraphmemMiddleware`: an agent of LangChain that remembers.

Before the model is called for a message of the user, what the brain knows about it is recalled, and stands in the system prompt
of each call until the next message. At the end of the run, the message and the answer are remembered as one episode.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Annotated, Any, NotRequired

from langchain.agents.middleware.types import AgentMiddleware, AgentState, ModelRequest, ModelResponse, PrivateStateAttr
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langgraph.config import get_config
from pydantic_core import to_json

from graphmem_client.integrations.bridge import AnyBrain, Bridges, value_for
from graphmem_client.integrations.calls import HEAD, asked_by, framed, recall_context, remember_once
from graphmem_client.integrations.guard import TIMEOUT_SEC, Guard, OnError
from graphmem_client.integrations.langgraph.turns import text_of, turn_of

SOURCE = "langchain"


class RememberingState(AgentState):
    """The state of an agent, with what was recalled for the last message of the user, and the last message remembered."""

    recalled: NotRequired[Annotated[str, PrivateStateAttr]]  # type: ignore[valid-type]
    remembered: NotRequired[Annotated[str, PrivateStateAttr]]  # type: ignore[valid-type]


class GraphmemMiddleware(AgentMiddleware):
    """Recalled context in, turns out: `create_agent(model, middleware=[GraphmemMiddleware(brain)])`."""

    state_schema = RememberingState

    def __init__(
        self,
        brain: AnyBrain | Callable[[Any], AnyBrain],
        *,
        speaker: str | Callable[[Any], str | None] | None = None,
        head: str = HEAD,
        remember: bool = True,
        wait: bool = False,
        timeout_sec: float | None = TIMEOUT_SEC,
        on_error: OnError | None = None,
        **recall: Any,
    ) -> None:
        """Make the middleware.

        Args:
            brain: one brain, or the brain of a run: `lambda runtime: client.brain(runtime.context.user)`.
            speaker: the name of the user, or of the user of a run: `lambda runtime: runtime.context.user`. "I" in a message means
                them; without a name it means "user".
            head: the line above what was recalled, in the system prompt.
            remember: remember the turns; else the agent only recalls.
            wait: wait until the facts are drawn; else a worker does it.
            timeout_sec: seconds until the run goes on without the memory; None = no limit. With `wait`, remembering has none.
            on_error: receives what fails, and "recall" or "remember"; default: a warning in the log. The run goes on.
            recall: options of `recall`: `k`, `token_budget`, `min_relevance`, …
        """
        super().__init__()
        self._bridges, self._speaker, self._head = Bridges(brain), speaker, head
        self._remember, self._wait, self._recall = remember, wait, recall
        self._guard = Guard(on_error, timeout_sec)

    def before_model(self, state: Any, runtime: Any) -> dict[str, Any] | None:
        """Recall what is known about the message of the user."""
        question = _question(state["messages"])
        if question is None:
            return None
        work = partial(recall_context, question, self._asked(state, runtime))
        return {"recalled": self._guard.wait(self._bridges.of(runtime), "recall", work, "")}

    async def abefore_model(self, state: Any, runtime: Any) -> dict[str, Any] | None:
        """`before_model`, asynchronously."""
        question = _question(state["messages"])
        if question is None:
            return None
        work = partial(recall_context, question, self._asked(state, runtime))
        return {"recalled": await self._guard.run(self._bridges.of(runtime), "recall", work, "")}

    def wrap_model_call(self, request: ModelRequest, handler: Callable[[ModelRequest], ModelResponse]) -> ModelResponse:
        """Call the model with what was recalled."""
        return handler(self._with_recalled(request))

    async def awrap_model_call(
        self, request: ModelRequest, handler: Callable[[ModelRequest], Awaitable[ModelResponse]]
    ) -> ModelResponse:
        """`wrap_model_call`, asynchronously."""
        return await handler(self._with_recalled(request))

    def after_agent(self, state: Any, runtime: Any) -> dict[str, Any] | None:
        """Remember the turns of the run, once the agent has answered."""
        if not (told := self._told(state, runtime)):
            return None
        work = partial(remember_once, *told)
        self._guard.wait(self._bridges.of(runtime), "remember", work, None, is_timed=not self._wait)
        return {"remembered": state["messages"][-1].id}

    async def aafter_agent(self, state: Any, runtime: Any) -> dict[str, Any] | None:
        """`after_agent`, asynchronously."""
        if not (told := self._told(state, runtime)):
            return None
        work = partial(remember_once, *told)
        await self._guard.run(self._bridges.of(runtime), "remember", work, None, is_timed=not self._wait)
        return {"remembered": state["messages"][-1].id}

    def _with_recalled(self, request: ModelRequest) -> ModelRequest:
        text = framed(self._head, request.state.get("recalled") or "")
        message = getattr(request, "system_message", None)  # LangChain 1.0 has a text only
        if not text:
            return request
        if message is None or isinstance(message.content, str):
            return request.override(system_prompt="\n\n".join(part for part in (request.system_prompt, text) if part))
        blocks = [*message.content, {"type": "text", "text": text}]
        return request.override(system_message=message.model_copy(update={"content": blocks}))

    def _asked(self, state: Any, runtime: Any) -> dict[str, Any]:
        turns = map(partial(turn_of, speaker=None), state["messages"][:-1])
        return asked_by(value_for(self._speaker, runtime), self._recall, [turn["content"] for turn in turns if turn])

    def _told(self, state: Any, runtime: Any) -> tuple[list[str], dict[str, Any]] | None:
        """Return the turns that are not yet remembered, for `remember_once`; None = there is no answer to them."""
        messages = _new(state["messages"], state.get("remembered"))
        if not self._remember or not messages:
            return None
        speaker = value_for(self._speaker, runtime)
        turns = [turn for message in messages if (turn := turn_of(message, speaker))]
        turns += _last_turn(messages[-1], state.get("structured_response"))
        if not any(turn["role"] == "assistant" for turn in turns):
            return None
        session = _session()
        told = {"messages": turns, "session_id": session, "source": SOURCE, "wait": self._wait}
        return [session or "", *(str(message.id) for message in messages if turn_of(message, None))], told


def _question(messages: Sequence[AnyMessage]) -> str | None:
    """Return the text of the last message, if the user says it."""
    last = messages[-1] if messages else None
    return text_of(last) if isinstance(last, HumanMessage) else None


def _new(messages: Sequence[AnyMessage], remembered: str | None) -> Sequence[AnyMessage]:
    """Return the messages behind the one that was remembered last; without it, behind the answer before the last question."""
    for i in range(len(messages) - 1, -1, -1):
        if remembered is not None and messages[i].id == remembered:
            return messages[i + 1 :]
    asked = next((i for i in range(len(messages) - 1, -1, -1) if isinstance(messages[i], HumanMessage)), 0)
    return messages[next((i + 1 for i in range(asked - 1, -1, -1) if _is_answer(messages[i])), 0) :]


def _last_turn(last: AnyMessage, structured: Any) -> list[dict[str, Any]]:
    """Return the answer of a run that ends in a tool: a structured response, or the result of the tool."""
    if not isinstance(last, ToolMessage):
        return []
    text = text_of(last) if structured is None else to_json(structured, fallback=str).decode()
    return [{"content": text, "role": "assistant", "name": None}] if text.strip() else []


def _is_answer(message: AnyMessage) -> bool:
    """Return whether the model says a message, and calls no tool with it."""
    return isinstance(message, AIMessage) and not message.tool_calls


def _session() -> str | None:
    """Return the thread of the run: the session of its episodes."""
    return get_config().get("configurable", {}).get("thread_id")
