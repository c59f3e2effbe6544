export { memoryMiddleware, type MemoryOptions } from "./ai_middleware.js";
export { memoryTools, type ToolOptions } from "./ai_tools.js";
