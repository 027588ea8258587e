import { supportedMcpServers } from "@acp-store/client";
import type { AgentCapabilities } from "@acp-store/core";
import { expect, it } from "vitest";

const SERVERS = [
  { name: "stdio", command: "a", args: [], env: [] },
  { type: "http" as const, name: "http", url: "https://example.com", headers: [] },
  { type: "sse" as const, name: "sse", url: "https://example.com", headers: [] },
];

it.each<[string, AgentCapabilities | undefined, readonly string[]]>([
  ["stdio without an announcement", undefined, ["stdio"]],
  ["HTTP as well", { mcpCapabilities: { http: true } }, ["stdio", "http"]],
  ["all of version 1", { mcpCapabilities: { http: true, sse: true } }, ["stdio", "http", "sse"]],
  ["the announced one of version 2", { session: { mcp: { http: {} } } }, ["http"]],
  ["nothing in version 2 without an announcement", { session: {} }, []],
])("selects the servers of an agent that supports %s", (_, capabilities, expected) => {
  const agent = { authMethods: [], ...(capabilities && { capabilities }) };
  const { supported, unsupported } = supportedMcpServers({ agent }, SERVERS);
  expect(supported.map(({ name }) => name)).toEqual(expected);
  expect(new Set([...supported, ...unsupported])).toEqual(new Set(SERVERS));
});
