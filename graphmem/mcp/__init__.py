"""The MCP server: a memory as tools, a resource and a prompt for agents. Needs the extra `mcp`."""
