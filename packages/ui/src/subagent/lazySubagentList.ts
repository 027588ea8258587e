import { createLazyComponent, type LazyComponent } from "../controls/createLazyComponent.js";

/** The working subagents, which are loaded with the first subagent of a session. */
export const LazySubagentList: LazyComponent<object> = /* @__PURE__ */ createLazyComponent(
  async () => (await import("./SubagentList.js")).SubagentList,
);
