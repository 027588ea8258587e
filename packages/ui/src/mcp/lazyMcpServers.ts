import { createLazyComponent, type LazyComponent } from "../controls/createLazyComponent.js";

/** The MCP servers of a session, which are loaded with the first session that has some. */
export const LazyMcpServers: LazyComponent<object> = /* @__PURE__ */ createLazyComponent(
  async () => (await import("./McpServers.js")).McpServers,
);
