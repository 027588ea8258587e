/** The name and version that the agent reports during `initialize`. */
export const AGENT_INFO = { name: "acp-demo-agent", title: "Scripted agent", version: "0.1.0" };
