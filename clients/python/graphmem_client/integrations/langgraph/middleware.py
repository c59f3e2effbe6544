"""`GraphmemMiddleware`: an agent of LangChain that remembers.

Before the model is called for a message of the user, what the brain knows about it is recalled, and stands in the system prompt
of each call until the next message. After the model's last answer to it, both are remembered as one episode of the session.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from hashlib import sha256
from typing import Annotated, Any, NotRequired

from langchain.agents.middleware.types import AgentMiddleware, AgentState, ModelRequest, ModelResponse, PrivateStateAttr
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.config import get_config

from graphmem_client.integrations.bridge import AnyBrain, Bridges
from graphmem_client.integrations.langgraph.turns import text_of, turn_of
from graphmem_client.protocol import BrainLike

HEAD = "What you remember about this:"


class RecallingState(AgentState):
    """The state of an agent, with what was recalled for the last message of the user."""

    recalled: NotRequired[Annotated[str, PrivateStateAttr]]  # type: ignore[valid-type]


class GraphmemMiddleware(AgentMiddleware):
    """Recalled context in, turns out: `create_agent(model, middleware=[GraphmemMiddleware(brain)])`."""

    state_schema = RecallingState

    def __init__(
        self,
        brain: AnyBrain | Callable[[Any], AnyBrain],
        *,
        speaker: str | Callable[[Any], str | None] | None = None,
        head: str = HEAD,
        remember: bool = True,
        wait: bool = False,
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
            recall: options of `recall`: `k`, `token_budget`, `min_relevance`, …
        """
        super().__init__()
        self._bridges, self._speaker, self._head = Bridges(brain), speaker, head
        self._remember, self._wait, self._recall = remember, wait, recall

    def before_model(self, state: Any, runtime: Any) -> dict[str, Any] | None:
        """Recall what is known about the message of the user."""
        question = _question(state["messages"])
        return None if question is None else self._bridges.of(runtime).wait(partial(self._recalled, question))

    async def abefore_model(self, state: Any, runtime: Any) -> dict[str, Any] | None:
        """`before_model`, asynchronously."""
        question = _question(state["messages"])
        return None if question is None else await self._bridges.of(runtime).run(partial(self._recalled, question))

    def wrap_model_call(self, request: ModelRequest, handler: Callable[[ModelRequest], ModelResponse]) -> ModelResponse:
        """Call the model with what was recalled."""
        return handler(self._with_recalled(request))

    async def awrap_model_call(
        self, request: ModelRequest, handler: Callable[[ModelRequest], Awaitable[ModelResponse]]
    ) -> ModelResponse:
        """`wrap_model_call`, asynchronously."""
        return await handler(self._with_recalled(request))

    def after_model(self, state: Any, runtime: Any) -> dict[str, Any] | None:
        """Remember the turns, once the model has answered."""
        if turns := self._turns(state["messages"], runtime):
            self._bridges.of(runtime).wait(partial(self._told, turns, _session()))
        return None

    async def aafter_model(self, state: Any, runtime: Any) -> dict[str, Any] | None:
        """`after_model`, asynchronously."""
        if turns := self._turns(state["messages"], runtime):
            await self._bridges.of(runtime).run(partial(self._told, turns, _session()))
        return None

    async def _recalled(self, question: str, brain: BrainLike) -> dict[str, Any]:
        return {"recalled": (await brain.recall(question, **self._recall)).context}

    def _with_recalled(self, request: ModelRequest) -> ModelRequest:
        recalled = request.state.get("recalled")
        if not recalled:
            return request
        parts = (request.system_prompt, f"{self._head}\n{recalled}")
        return request.override(system_prompt="\n\n".join(part for part in parts if part))

    def _turns(self, messages: Sequence[AnyMessage], runtime: Any) -> list[tuple[AnyMessage, dict[str, Any]]]:
        """Return the messages since the answer before, with their turns, if the last one is the answer to them."""
        if not self._remember or not _is_answer(messages[-1]):
            return []
        before = next((i for i in range(len(messages) - 2, -1, -1) if _is_answer(messages[i])), -1)
        speaker = self._speaker(runtime) if callable(self._speaker) else self._speaker
        turns = ((message, turn_of(message, speaker)) for message in messages[before + 1 :])
        return [(message, turn) for message, turn in turns if turn]

    async def _told(
        self, told: Sequence[tuple[AnyMessage, dict[str, Any]]], session: str | None, brain: BrainLike
    ) -> None:
        """Remember messages as one episode, once: a run that is repeated has the same messages."""
        turns = [turn for _, turn in told]
        key = sha256("\n".join([session or "", *(str(message.id) for message, _ in told)]).encode()).hexdigest()
        options: dict[str, Any] = {
            "session_id": session,
            "source": "langchain",
            "wait": self._wait,
            "idempotency_key": key,
        }
        try:
            await brain.remember(messages=turns, **options)
        except Exception as error:
            if getattr(error, "code", None) != "forgotten":  # a class of the library or of the client
                raise


def _question(messages: Sequence[AnyMessage]) -> str | None:
    """Return the text of the last message, if the user says it and it has one."""
    last = messages[-1] if messages else None
    return text_of(last).strip() or None if isinstance(last, HumanMessage) else None


def _is_answer(message: AnyMessage) -> bool:
    """Return whether the model says a message, and calls no tool with it."""
    return isinstance(message, AIMessage) and not message.tool_calls


def _session() -> str | None:
    """Return the thread of the run: the session of its episodes."""
    return get_config().get("configurable", {}).get("thread_id")
