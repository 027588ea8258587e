import { redactTrace } from "@acp-store/devtools";
import { describe, expect, it } from "vitest";
import { recv, sent, toolCall, updated, wrote } from "../support/frames.js";

interface UpdateMessage {
  params: { update: unknown };
}

function redactedUpdate(update: object, keep: string[] = []): unknown {
  const [message] = redactTrace([updated(update)], { keep }).map(({ msg }) => msg);
  return (message as UpdateMessage).params.update;
}

function redactedMessage(msg: object): unknown {
  return redactTrace([sent(msg)])[0]?.msg;
}

describe("redactTrace", () => {
  it("keeps the length, whitespace and punctuation of a text", () => {
    const content = { type: "text", text: "Fix it,\n  Jürgen: 0171 23!" };
    expect(
      redactedUpdate({ sessionUpdate: "agent_message_chunk", messageId: "m1", content }),
    ).toEqual({
      sessionUpdate: "agent_message_chunk",
      messageId: "m1",
      content: { type: "text", text: "xxx xx,\n  xxxxxx: 0000 00!" },
    });
  });

  it("redacts lines of stderr like texts, even those that are JSON", () => {
    const redacted = redactTrace([
      wrote("Error: ann@example.com, token sk-12AB, at /home/ann/app.ts:3", 5),
      wrote('{"sessionId":"s1","method":"initialize"}'),
    ]);
    expect(redacted).toEqual([
      wrote("xxxxx: xxx@xxxxxxx.xxx, xxxxx xx-00xx, xx /xxxx/xxx/xxx.xx:0", 5),
      wrote('{"xxxxxxxxx":"x0","xxxxxx":"xxxxxxxxxx"}'),
    ]);
  });

  it("keeps ids and terms of the protocol", () => {
    const { msg } = toolCall("read:src/secret.ts", {
      title: "Read it",
      kind: "read",
      status: "pending",
    });
    expect(redactTrace([recv(msg as object)])[0]?.msg).toMatchObject({
      jsonrpc: "2.0",
      method: "session/update",
      params: {
        sessionId: "s1",
        update: {
          toolCallId: "read:src/secret.ts",
          title: "xxxx xx",
          kind: "read",
          status: "pending",
        },
      },
    });
  });

  it("redacts a sentence in a field for protocol terms", () => {
    expect(
      redactedUpdate({ sessionUpdate: "plan", entries: [{ status: "as my boss said" }] }),
    ).toEqual({
      sessionUpdate: "plan",
      entries: [{ status: "xx xx xxxx xxxx" }],
    });
  });

  it("gives different files in a folder different names", () => {
    const paths = ["/home/ann/app/main.ts", "/home/ann/app/test.ts", "/home/ann/app/main.ts"];
    expect(redactedUpdate({ locations: paths.map((path) => ({ path, line: 3 })) })).toEqual({
      locations: [
        { path: "/xxxx/xxx/xxx-2/xxxx.xx", line: 3 },
        { path: "/xxxx/xxx/xxx-2/xxxx.xx-2", line: 3 },
        { path: "/xxxx/xxx/xxx-2/xxxx.xx", line: 3 },
      ],
    });
  });

  it("keeps URL schemes, drive letters and relative segments", () => {
    expect(
      redactedUpdate({ uri: "file:///a/../b", path: "C:\\Users\\bob", cwd: "./ann/x y" }),
    ).toEqual({
      uri: "file:///x/../x-2",
      path: "C:\\xxxxx\\xxx",
      cwd: "./xxx-2/x x",
    });
  });

  it("redacts texts, numbers and keys in tool input and output", () => {
    const rawInput = {
      command: "rm",
      type: "shell",
      pid: 4711,
      force: true,
      "/etc/passwd": ["id"],
    };
    expect(redactedUpdate({ rawInput, rawOutput: "done" })).toEqual({
      rawInput: { command: "xx", type: "xxxxx", pid: 0, force: true, "key-1": ["xx"] },
      rawOutput: "xxxx",
    });
  });

  it("redacts numbers in secret fields but keeps token counts", () => {
    expect(
      redactedMessage({
        id: 1,
        result: { apiKey: 12, access_token: "ab1", usage: { inputTokens: 7 } },
      }),
    ).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: { apiKey: 0, access_token: "xx0", usage: { inputTokens: 7 } },
    });
  });

  it("keeps the size of an image and the lines of terminal output", () => {
    const data = Buffer.from("Top secret\n").toString("base64");
    const image = redactedUpdate({ content: { type: "image", mimeType: "image/png", data } });
    const output = redactedUpdate({
      sessionUpdate: "terminal_output_chunk",
      terminalId: "t1",
      data,
    });
    const decoded = (value: string) => Buffer.from(value, "base64").toString();
    expect(decoded((image as { content: { data: string } }).content.data)).toBe("x".repeat(11));
    expect(decoded((output as { data: string }).data)).toBe("xxx xxxxxx\n");
  });

  it("redacts an image of several megabytes", () => {
    const data = "QUJD".repeat(2_000_000);
    const content = { type: "image", mimeType: "image/png", data };
    const redacted = redactedUpdate({ sessionUpdate: "agent_message_chunk", content });
    expect(JSON.stringify(redacted)).toHaveLength(
      JSON.stringify({ sessionUpdate: "agent_message_chunk", content }).length,
    );
  });

  it("keeps ids inside _meta", () => {
    const _meta = {
      terminal_output: { terminal_id: "t1", data: "hi" },
      "_vendor/tool": { name: "Bash" },
    };
    expect(redactedUpdate({ _meta })).toEqual({
      _meta: {
        terminal_output: { terminal_id: "t1", data: "xx" },
        "_vendor/tool": { name: "xxxx" },
      },
    });
  });

  it("keeps the names of the client and agent but redacts MCP servers", () => {
    const clientInfo = { name: "my-editor", version: "1.2.0" };
    const mcpServers = [{ name: "intern", env: [{ name: "KEY", value: "sk-1" }] }];
    expect(
      redactedMessage({ id: 0, method: "initialize", params: { clientInfo, mcpServers } }),
    ).toMatchObject({
      params: {
        clientInfo,
        mcpServers: [{ name: "xxxxxx", env: [{ name: "xxx", value: "xx-0" }] }],
      },
    });
  });

  it("keeps the fields in the keep option", () => {
    expect(
      redactedUpdate({ title: "Read", name: "n", rawInput: { title: "In" } }, ["title"]),
    ).toEqual({
      title: "Read",
      name: "x",
      rawInput: { title: "In" },
    });
  });

  it("redacts everything except ids in vendor methods", () => {
    const params = { sessionId: "s1", kind: "secret", status: { type: "gold" } };
    expect(redactedMessage({ id: 3, method: "_vendor/thing", params })).toEqual({
      jsonrpc: "2.0",
      id: 3,
      method: "_vendor/thing",
      params: { sessionId: "s1", kind: "xxxxxx", status: { type: "xxxx" } },
    });
  });

  it("redacts frames that are not JSON-RPC messages", () => {
    expect(
      redactTrace([
        { dir: "recv", msg: "panic: secret" },
        { dir: "recv", msg: null },
      ]),
    ).toEqual([
      { dir: "recv", msg: "xxxxx: xxxxxx" },
      { dir: "recv", msg: null },
    ]);
  });

  it("redacts a message that is nested more deeply than the call stack", () => {
    const msg = JSON.parse(`${"[".repeat(50_000)}"secret"${"]".repeat(50_000)}`) as unknown;
    expect(JSON.stringify(redactTrace([{ dir: "recv", msg }]))).not.toContain("secret");
  });
});
