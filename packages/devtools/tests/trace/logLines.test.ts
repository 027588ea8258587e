import { parseTrace } from "@acp-store/devtools";
import { describe, expect, it } from "vitest";

const INITIALIZE = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}';
const INITIALIZED = '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}';
const CUSTOM = '{"jsonrpc":"2.0","method":"_example/ping"}';

/** Returns the frames of a log in short: time, direction, and method or id. */
function parse(...rows: readonly string[]): string[] {
  return parseTrace(rows.join("\n")).frames.map(({ t, dir, msg }) => {
    const { id, method } = msg as { readonly id?: number; readonly method?: string };
    return [...(t === undefined ? [] : [t]), dir, method ?? `response ${String(id)}`].join(" ");
  });
}

describe("a log with messages", () => {
  it.each([
    ["an ISO time", "2026-11-24T05:27:34.900Z", "2026-11-24T05:27:35.150Z"],
    ["a time zone", "2026-11-24T05:27:34.900+00:00", "2026-11-24T06:27:35.150+01:00"],
    ["a comma before milliseconds", "2026-11-24 05:27:34,900", "2026-11-24 05:27:35,150"],
    ["a time of day", "[05:27:34.900]", "[05:27:35.150]"],
    ["midnight in between", "[23:59:59.900]", "[00:00:00.150]"],
    ["the elapsed seconds", "[+1.9s]", "[+2.15s]"],
    ["the elapsed milliseconds", "+1900ms", "+2150ms"],
    ["a Unix time in seconds", "1764000000.900", "1764000001.150"],
    ["a Unix time in milliseconds", "1764000000900", "1764000001150"],
    ["colors", "\u001b[2m05:27:34.900\u001b[0m", "\u001b[2m05:27:35.150\u001b[0m"],
  ])("has times from %s", (_name, first, second) => {
    expect(parse(`${first} ${INITIALIZE}`, `${second} ${INITIALIZED}`)).toEqual([
      "0 sent initialize",
      "250 recv response 0",
    ]);
  });

  it.each([
    ["→", "←"],
    ["->", "<-"],
    [">>>", "<<<"],
    ["OUT:", "IN:"],
    ["[client]", "[agent]"],
    ["client→agent", "agent→client"],
    ["INFO agent stdin:", "INFO agent stdout:"],
    ["agent_client_protocol: Sending message", "agent_client_protocol: Received message"],
    ["\u001b[2mSEND\u001b[0m", "\u001b[2mRECV\u001b[0m"],
    ["<<<", ">>>"],
  ])("has directions from %s and %s", (sent, received) => {
    const rows = [`${sent} ${INITIALIZE}`, `${sent} ${CUSTOM}`, `${received} ${CUSTOM}`];
    expect(parse(...rows)).toEqual(["sent initialize", "sent _example/ping", "recv _example/ping"]);
  });

  it("has directions and times from the lines above a message", () => {
    const time = "2026-11-24 05:27:34";
    const rows = [`${time}.100`, "Sent:", INITIALIZE, `${time}.350`, "Received:", CUSTOM];
    expect(parse(...rows)).toEqual(["0 sent initialize", "250 recv _example/ping"]);
  });

  it("ignores words that contradict the methods", () => {
    const rows = [`read ${INITIALIZE}`, `read ${CUSTOM}`, 'read {"method":"session/update"}'];
    expect(parse(...rows)).toEqual([
      "sent initialize",
      "recv _example/ping",
      "recv session/update",
    ]);
  });

  it("tells apart responses to requests of both sides with the same id", () => {
    const prompt = '{"jsonrpc":"2.0","id":0,"method":"session/prompt"}';
    const request = '{"jsonrpc":"2.0","id":0,"method":"fs/read_text_file"}';
    const content = '{"jsonrpc":"2.0","id":0,"result":{"content":""}}';
    const failure = '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"Failed"}}';
    expect(parse(prompt, request, content, failure)).toEqual([
      "sent session/prompt",
      "recv fs/read_text_file",
      "sent response 0",
      "recv response 0",
    ]);
  });

  it("takes responses to requests from before the log as those of their side", () => {
    const response = '{"jsonrpc":"2.0","id":5,"result":{"exitCode":0}}';
    expect(parse(INITIALIZE, response).at(-1)).toBe("sent response 5");
    expect(parse(INITIALIZE, response.replace("exitCode", "other")).at(-1)).toBe("recv response 5");
  });

  it("takes a cancellation as sent by the side that made the request", () => {
    const cancel = '{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":7}}';
    const request = '{"jsonrpc":"2.0","id":7,"method":"fs/read_text_file"}';
    expect(parse(INITIALIZE, request, cancel).at(-1)).toBe("recv $/cancel_request");
    expect(parse(INITIALIZE, cancel.replace("7", "0")).at(-1)).toBe("sent $/cancel_request");
  });

  it("is the output of an agent if no message comes from a client", () => {
    const request = '{"jsonrpc":"2.0","id":1,"method":"fs/read_text_file"}';
    expect(parse(request, '{"jsonrpc":"2.0","id":1,"result":{}}')).toEqual([
      "recv fs/read_text_file",
      "recv response 1",
    ]);
  });

  it("has each message once if two loggers have written it", () => {
    const rows = [`[1] Transport - RECV: ${INITIALIZED}`, `[1] Schema - read: ${INITIALIZED}`];
    expect(parse(`[1] Transport - SEND: ${INITIALIZE}`, ...rows)).toHaveLength(2);
    expect(parse(`[1] <- ${CUSTOM}`, `[2] <- ${CUSTOM}`)).toHaveLength(2);
  });

  it("can have text behind a message, and other objects in front of it", () => {
    const rows = [`request: ${INITIALIZE}=====`, `span{id=1} {"level":2} '${INITIALIZED}' (12 ms)`];
    expect(parse(...rows)).toEqual(["sent initialize", "recv response 0"]);
  });

  it("reads dictionaries that Python has printed", () => {
    const row = String.raw`[client] {'jsonrpc': '2.0', 'method': 'initialize', 'params': {'a': "it's", 'b': 'say "hi"\n\x07', 'c': [None, True, 'False']}, 'id': 0}`;
    expect(parseTrace(row).frames[0]?.msg).toMatchObject({
      method: "initialize",
      params: { a: "it's", b: 'say "hi"\n\u0007', c: [null, true, "False"] },
    });
  });

  it("counts lines without a message, and reports only messages that are broken", () => {
    const { frames, problems, textLines } = parseTrace(
      ["Starting…", "{agent} is ready", "=====", `→ ${INITIALIZE}`, `← ${INITIALIZED.slice(0, 40)}`]
        .join("\n")
        .replace("{agent}", "Agent"),
    );
    expect(frames).toHaveLength(1);
    expect(textLines).toBe(2);
    expect(problems).toEqual([
      {
        line: 5,
        message: "Invalid JSON (the closing brace is missing). The line was skipped.",
        text: `← ${INITIALIZED.slice(0, 40)}`,
      },
    ]);
  });

  it("reports a truncated object once, and reads the messages below it", () => {
    const pretty = JSON.stringify(JSON.parse(INITIALIZE), null, 2).split("\n");
    const { lines, problems, textLines } = parseTrace(
      [...pretty.slice(0, 3), "… (truncated)", ...pretty].join("\n"),
    );
    expect(problems.map(({ line }) => line)).toEqual([1]);
    expect({ lines, textLines }).toEqual({ lines: [5], textLines: 1 });
  });

  it("names the line of each message in a pretty-printed export", () => {
    const messages = [INITIALIZE, INITIALIZED].map((raw) => ({ direction: "in", raw }));
    expect(parseTrace(JSON.stringify({ version: 1, messages }, null, 2)).lines).toEqual([4, 8]);
    expect(parseTrace(JSON.stringify({ version: 1, messages })).lines).toEqual([1, 1]);
  });

  it.each(["", "\n\n", "a,b\n1,2\n", '{"a":1}', "\u0000\u0001"])(
    "names the accepted forms if %j has no message",
    (text) => {
      const { frames, problems, format } = parseTrace(text);
      expect({ frames, format }).toEqual({ frames: [], format: undefined });
      expect(problems).toHaveLength(1);
      expect(problems[0]?.message).toMatch(/"dir":"recv".*Zed ACP log.*"jsonrpc":"2.0"/);
    },
  );
});
