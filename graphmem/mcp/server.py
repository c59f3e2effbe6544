"""The server: lists the tools, calls them on the right brain, and reports every error as text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from mcp import MCPError
from mcp.server import Server, ServerRequestContext
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    CompleteRequestParams,
    CompleteResult,
    Completion,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    TextContent,
    TextResourceContents,
    Tool as ToolInfo,
    ToolAnnotations,
)

from graphmem.access.caller import OWNER, Caller
from graphmem.brain import Brain
from graphmem.mcp import block, entities, graph_view
from graphmem.mcp.profiles import CORE, ENTITY, FACT, CoreTool, Profile
from graphmem.mcp.refusals import UNEXPECTED, protocol_error, refusal
from graphmem.mcp.schemas import core_schema, input_schema, output_schema
from graphmem.mcp.tools import Tool, tools
from graphmem.memory import Memory
from graphmem.observability.logs import get_logger
from graphmem.processes.owners import working_for
from graphmem.version import __version__
from graphmem_contract.choices import Scope
from graphmem_contract.errors import GraphmemError, InvalidInput
from graphmem_contract.records import Record
from graphmem_contract.validation import check, check_brain

log = get_logger("graphmem.mcp")

DEEPEST = 32
"""Maximum nesting of arguments."""

INSTRUCTIONS = """\
A long-term memory of people, things and dated facts. Call recall before you answer anything that may depend on earlier
conversations. When you learn something that may matter later, call remember, with its facts if you have extracted them.
When something has changed, say what is so now; what was so before is kept. When something was stored wrongly, correct it.
Dates are RFC 3339 or YYYY-MM-DD. valid_at asks what was true then, known_at what was believed then."""

ToolContext = ServerRequestContext[Any, Any]
ListRequest = PaginatedRequestParams | None


@dataclass(frozen=True, slots=True)
class ToolServer:
    """Handlers of the MCP requests. `bound` = the one brain it serves; None = every call names a brain."""

    memory: Callable[[], Awaitable[Memory]]
    bound: str | None
    tools: dict[str, Tool[Any]]
    profile: Profile = "full"

    async def list_tools(self, context: ToolContext, page: ListRequest) -> ListToolsResult:
        """Return the tools of the profile in one page."""
        if self.profile == "core":
            named = [(self.tools[name], CORE[name]) for name in CORE if name in self.tools]
            return ListToolsResult(tools=[_core_info(tool, core, self.bound is None) for tool, core in named])
        return ListToolsResult(tools=[_tool_info(tool, self.bound is None) for tool in self.tools.values()])

    async def call(self, context: ToolContext, asked: CallToolRequestParams) -> CallToolResult:
        """Call a tool. An error of the call is returned as its result.

        Raises:
            MCPError: there is no such tool.
        """
        tool = self.tools.get(asked.name)
        if tool is None:
            raise MCPError(INVALID_PARAMS, f"There is no tool {asked.name!r} here.")
        try:
            return _result(await self._run(tool, dict(asked.arguments or {}), caller_of(context)))
        except GraphmemError as error:
            return refusal(error)
        except Exception as error:
            log.error("tool failed", tool=tool.name, exc_info=error)
            return refusal(UNEXPECTED)

    async def _run(self, tool: Tool[Any], given: dict[str, Any], caller: Caller) -> Record:
        check(given, deepest=DEEPEST, whole="arguments")
        name = given.pop("brain", None) if self.bound is None else self.bound
        asked = tool.asks.checked(given)
        brain = await self._brain(name, caller, tool.scope)
        with working_for(brain.name):
            return await tool.run(brain, asked)

    async def _brain(self, name: Any, caller: Caller, scope: Scope = "memory:read") -> Brain:
        if not isinstance(name, str):
            raise InvalidInput("Name the brain: this server is bound to none.", field="brain")
        caller.check(scope, check_brain(name))
        return (await self.memory()).brain(name)

    async def list_resources(self, context: ToolContext, page: ListRequest) -> ListResourcesResult:
        """Return the context of the bound brain, and the page of the graph view."""
        return ListResourcesResult(resources=[*block.resources(self.bound), graph_view.resource()])

    async def list_templates(self, context: ToolContext, page: ListRequest) -> ListResourceTemplatesResult:
        """Return the templates: an entity, and the context of any brain if none is bound."""
        return ListResourceTemplatesResult(
            resource_templates=[*block.templates(self.bound), entities.template(self.bound)]
        )

    async def read(self, context: ToolContext, asked: ReadResourceRequestParams) -> ReadResourceResult:
        """Return the context of a brain, an entity, or the page of the graph view."""
        if asked.uri == graph_view.URI:
            return ReadResourceResult(contents=[graph_view.page()])
        if found := entities.entity_of(asked.uri, self.bound):
            with _protocol_errors():
                brain = await self._brain(found[0], caller_of(context))
                return ReadResourceResult(contents=[await entities.read(brain, asked.uri, found[1])])
        name = block.brain_of(asked.uri, self.bound)
        with _protocol_errors():
            text = await block.block(await self._brain(name, caller_of(context)))
        content = TextResourceContents(uri=asked.uri, mime_type="text/plain", text=text)
        return ReadResourceResult(contents=[content])

    async def complete(self, context: ToolContext, asked: CompleteRequestParams) -> CompleteResult:
        """Complete the name of an entity; of a server without a bound brain, once the brain is given."""
        given = (asked.context.arguments if asked.context else None) or {}
        name = self.bound or given.get("brain")
        if not entities.is_name(asked.ref, asked.argument) or name is None:
            return CompleteResult(completion=Completion(values=[]))
        with _protocol_errors():
            check({"name": asked.argument.value}, deepest=DEEPEST, whole="arguments")
            brain = await self._brain(name, caller_of(context))
            return CompleteResult(completion=await entities.names(brain, asked.argument.value))

    async def list_prompts(self, context: ToolContext, page: ListRequest) -> ListPromptsResult:
        """Return the prompts: only `memory`."""
        return ListPromptsResult(prompts=block.prompts(self.bound))

    async def prompt(self, context: ToolContext, asked: GetPromptRequestParams) -> GetPromptResult:
        """Return the context for a question as a message."""
        if asked.name != block.PROMPT:
            raise MCPError(INVALID_PARAMS, f"There is no prompt {asked.name!r} here.")
        given = asked.arguments or {}
        with _protocol_errors():
            check(dict(given), deepest=DEEPEST, whole="arguments")
            brain = await self._brain(self.bound or given.get("brain"), caller_of(context))
            return await block.prompt(brain, given.get("question"))


def caller_of(context: ToolContext) -> Caller:
    """Return the caller: over HTTP the owner of the key, else the owner of this process."""
    state = getattr(context.request, "scope", {}).get("state", {})
    caller: Caller = state.get("caller", OWNER)
    return caller


def make_server(
    memory: Callable[[], Awaitable[Memory]],
    bound: str | None = None,
    *,
    read_only: bool = False,
    profile: Profile = "core",
) -> Server[Any]:
    """Return a server over a memory, without a connection.

    Args:
        memory: returns the open memory. It may wait, and may raise a GraphmemError, which is reported to the client.
        bound: the one brain that the server serves; None = every tool has an argument `brain`.
        read_only: leave out the tools that write.
        profile: which tools are listed. A call may name any tool that is not left out.

    Raises:
        InvalidInput: `bound` is not a valid brain name.
    """
    served = check_brain(bound) if bound is not None else None
    handlers = ToolServer(memory, served, dict(tools(read_only=read_only)), profile)
    server = Server[Any](
        "graphmem",
        version=__version__,
        title="graphmem",
        instructions=INSTRUCTIONS,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.prompt,
        on_completion=handlers.complete,
    )
    server.extensions = dict(graph_view.EXTENSIONS)
    return server


def _tool_info(tool: Tool[Any], with_brain: bool) -> ToolInfo:
    return ToolInfo(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=input_schema(tool.asks, with_brain=with_brain),
        output_schema=output_schema(tool.gives),
        annotations=_annotations(tool),
        _meta=graph_view.meta(tool.name),
    )


def _core_info(tool: Tool[Any], core: CoreTool, with_brain: bool) -> ToolInfo:
    """Return a tool as the core profile lists it: without the schema of its answer."""
    parts = {"StatedFact": FACT, "StatedEntity": ENTITY}
    schema = core_schema(tool.asks, core.arguments, parts, with_brain=with_brain)
    return ToolInfo(
        name=tool.name,
        description=core.description,
        input_schema=schema,
        annotations=_annotations(tool),
        _meta=graph_view.meta(tool.name),
    )


def _annotations(tool: Tool[Any]) -> ToolAnnotations:
    return ToolAnnotations(
        read_only_hint=tool.reads,
        destructive_hint=tool.ends,
        idempotent_hint=tool.reads or tool.repeatable,
        open_world_hint=False,
    )


def _result(record: Record) -> CallToolResult:
    """Return the record as structured content and as JSON text, for clients that read only text."""
    text = record.model_dump_json(exclude_defaults=True)
    content = record.model_dump(mode="json", exclude_defaults=True)
    return CallToolResult(content=[TextContent(text=text)], structured_content=content)


@contextmanager
def _protocol_errors() -> Iterator[None]:
    """Raise errors of the library as errors of the protocol."""
    try:
        yield
    except GraphmemError as error:
        raise protocol_error(error) from None
