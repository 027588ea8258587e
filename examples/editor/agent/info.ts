/** Who the agent says it is. */
export const INFO = { name: "acp-demo-agent", title: "Scripted agent", version: "0.1.0" };
