import { describe, expect, it } from "vitest";
import { recv, sent } from "../support/frames.js";
import { trackedStore } from "../support/trackedStore.js";

describe("a session with MCP servers", () => {
  const SECRETS = ["s3cret-env", "s3cret-arg", "s3cret-header", "s3cret-query"];
  const mcpServers = [
    {
      name: "docs",
      command: "/bin/docs",
      args: [SECRETS[1]],
      env: [{ name: "T", value: SECRETS[0] }],
    },
    {
      type: "http",
      name: "web",
      url: `https://mcp.example/?key=${SECRETS[3]}`,
      headers: [{ name: "A", value: SECRETS[2] }],
    },
    { args: [SECRETS[0]] },
  ];

  it("has their names and transports, and nothing else of them", () => {
    const store = trackedStore();
    const records: unknown[] = [];
    store.inspect((record) => records.push(record));
    store.observe(sent({ id: 1, method: "session/new", params: { cwd: "/w", mcpServers } }));
    store.observe(recv({ id: 1, result: { sessionId: "s1" } }));
    expect(store.getState().sessions.get("s1")?.mcpServers).toEqual([
      { name: "docs", transport: "stdio" },
      { name: "web", transport: "http" },
    ]);
    const seen = JSON.stringify([records, [...store.getState().sessions.values()]]);
    for (const secret of SECRETS) expect(seen).not.toContain(secret);
  });

  it("replaces them when it is opened again, and removes them with an empty list", () => {
    const store = trackedStore();
    const load = (id: number, servers: unknown) =>
      store.observe(
        sent({
          id,
          method: "session/load",
          params: { sessionId: "s1", cwd: "/w", mcpServers: servers },
        }),
      );
    load(1, mcpServers);
    load(2, [{ name: "other", command: "x", args: [], env: [] }]);
    expect(store.getState().sessions.get("s1")?.mcpServers).toEqual([
      { name: "other", transport: "stdio" },
    ]);
    load(3, []);
    expect(store.getState().sessions.get("s1")).not.toHaveProperty("mcpServers");
  });
});
