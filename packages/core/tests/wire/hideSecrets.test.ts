import { createAcpStore, type Frame } from "@acp-store/core";
import { hideSecrets } from "@acp-store/core/tap";
import { describe, expect, it } from "vitest";

const SERVERS = [
  {
    ...{ name: "files", command: "npx", args: ["-y", "files", "--token=s3cret"] },
    env: [{ name: "TOKEN", value: "s3cret" }],
  },
  {
    ...{ type: "http", name: "docs", url: "https://user:s3cret@example.com/mcp?key=s3cret#s3cret" },
    headers: [{ name: "Authorization", value: "Bearer s3cret" }],
  },
];
const request = (mcpServers: unknown, method = "session/new") => ({
  ...{ jsonrpc: "2.0", id: 1, method },
  params: { cwd: "/p", mcpServers },
});

describe("hideSecrets", () => {
  it("keeps the names, and hides values, arguments and the secret parts of addresses", () => {
    expect(hideSecrets(request(SERVERS))).toEqual(
      request([
        {
          ...{ name: "files", command: "npx", args: ["(hidden)", "(hidden)", "(hidden)"] },
          env: [{ name: "TOKEN", value: "(hidden)" }],
        },
        {
          ...{ type: "http", name: "docs", url: "https://example.com/mcp" },
          headers: [{ name: "Authorization", value: "(hidden)" }],
        },
      ]),
    );
  });

  it.each([
    ["a text", "s3cret"],
    ["an object", { TOKEN: "s3cret" }],
    ["a list of texts", ["s3cret"]],
    ["a list of lists", [["s3cret"]]],
  ])("hides everything in variables that are %s", (_name, env) => {
    const hidden = hideSecrets(request([{ name: "a", command: "a", args: env, env }]));
    expect(JSON.stringify(hidden)).not.toContain("s3cret");
  });

  it.each([
    ["docs-mcp", "docs-mcp"],
    ["/usr/bin/docs", "/usr/bin/docs"],
    ["docs-mcp --token=s3cret", "docs-mcp (hidden)"],
    ["docs-mcp\ts3cret", "docs-mcp (hidden)"],
    ["TOKEN=s3cret docs-mcp", "TOKEN (hidden)"],
    [" s3cret", "(hidden)"],
    [["docs-mcp", "s3cret"], "(hidden)"],
    ["", ""],
  ])("shows the command %j as %j", (command, shown) => {
    expect(hideSecrets(request([{ name: "a", command }]))).toEqual(
      request([{ name: "a", command: shown }]),
    );
  });

  it.each([
    ["a text", ["s3cret"], ["(hidden)"]],
    ["a list", [["s3cret"]], ["(hidden)"]],
    [
      "an object whose address is not a string",
      [{ url: { key: "s3cret" } }],
      [{ url: "(hidden)" }],
    ],
  ])("hides a server that is %s", (_name, servers, shown) => {
    expect(hideSecrets(request(servers))).toEqual(request(shown));
  });

  it("hides servers that are not a list", () => {
    expect(hideSecrets(request({ docs: { token: "s3cret" } }))).toEqual(request("(hidden)"));
  });

  it.each([
    ["no object", "text"],
    ["no params", { method: "session/new" }],
    ["no servers", request([])],
    ["servers that are null", request(null)],
  ])("returns a message with %s unchanged", (_name, message) => {
    expect(hideSecrets(message)).toBe(message);
  });
});

it.each(["session/new", "session/load", "session/resume", "session/fork"])(
  "keeps secrets in %s from inspectors, and from the state",
  (method) => {
    const store = createAcpStore({ scheduler: "sync" });
    const frames: Frame[] = [];
    store.inspect((record) => {
      if (record.type === "frame") frames.push(record.frame);
      else expect(JSON.stringify(record)).not.toContain("s3cret");
    });
    const message = request(SERVERS, method);
    store.observe({
      dir: "sent",
      msg: { ...message, params: { ...message.params, sessionId: "s1" } },
    });
    expect(frames).toHaveLength(1);
    expect(JSON.stringify(frames)).not.toContain("s3cret");
  },
);
