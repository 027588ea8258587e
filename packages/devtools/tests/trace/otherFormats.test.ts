import type { Frame } from "@acp-store/core";
import { parseTrace } from "@acp-store/devtools";
import { checkTrace } from "@acp-store/check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { recordedFrames } from "../../../core/tests/support/recordings.js";

/** The formats of public recorders, each as a function that writes a frame in it. */
const RECORDERS: Readonly<Record<string, (frame: Frame) => object>> = {
  "an agent's log with arrows and ISO times": ({ t = 0, dir, msg }) => ({
    ts: new Date(Date.UTC(2026, 1, 3) + t).toISOString().replace("Z", "000+00:00"),
    dir: dir === "sent" ? ">>>" : "<<<",
    msg,
  }),
  "a tee of an agent's stdio with Unix times in seconds": ({ t = 0, dir, msg }) => ({
    ts: (Date.UTC(2026, 1, 3) + t) / 1000,
    dir: dir === "sent" ? "in" : "out",
    frame: msg,
  }),
  "a recorder with the names of both sides": ({ t = 0, dir, msg }) => ({
    kind: "frame",
    direction: dir === "sent" ? "client_to_agent" : "agent_to_client",
    payload: msg,
    timestamp: Date.UTC(2026, 1, 3) + t,
  }),
  "a recorder with the name of the sender": ({ t = 0, dir, msg }) => ({
    time: t,
    direction: dir === "sent" ? "client" : "agent",
    message: msg,
  }),
  "a recorder with the name of the recipient": ({ t = 0, dir, msg }) => ({
    time: t,
    direction: dir === "sent" ? "agent" : "client",
    message: msg,
  }),
  "a client's log of lines": ({ t = 0, dir, msg }) => ({
    t,
    direction: dir === "sent" ? "->" : "<-",
    line: JSON.stringify(msg),
  }),
  "a client's log in words": ({ t = 0, dir, msg }) => ({
    t,
    direction: dir === "sent" ? "Outgoing" : "Incoming",
    data: msg,
  }),
  "the conductor without proxies": ({ t = 0, dir, msg }) => {
    const { id, method, params, result, error } = msg as Readonly<Record<string, unknown>>;
    const [from, to] = dir === "sent" ? ["Client", "Agent"] : ["Agent", "Client"];
    const ends = { ts: t / 1000, from, to };
    if (method === undefined)
      return {
        type: "response",
        ...ends,
        id,
        is_error: error !== undefined,
        payload: error ?? result,
      };
    const type = id === undefined ? "notification" : "request";
    return { type, ...ends, protocol: "acp", ...(id !== undefined && { id }), method, params };
  },
};

/** Returns the frames of a recording with times since the first message. */
function framesOf(name: string): Frame[] {
  const frames = recordedFrames(name);
  const start = frames[0]?.t ?? 0;
  return frames.map(({ t = 0, dir, msg }) => ({ t: t - start, dir, msg }));
}

function parseLines(lines: readonly object[]): ReturnType<typeof parseTrace> {
  return parseTrace(lines.map((line) => JSON.stringify(line)).join("\n"));
}

describe("parseTrace", () => {
  it.each(Object.entries(RECORDERS))("reads %s", (_name, write) => {
    for (const name of ["claude-cancelperm", "gemini-parallel"]) {
      const frames = framesOf(name);
      expect(parseLines(frames.map(write))).toMatchObject({
        frames,
        lines: frames.map((_, index) => index + 1),
        problems: [],
      });
    }
  });

  it("keeps output that is not JSON as text", () => {
    const { frames } = parseLines([
      { direction: "<-", line: "Loading…" },
      { direction: "<-", line: '{"jsonrpc":"2.0","method":"session/update"}' },
    ]);
    expect(frames.map(({ msg }) => msg)).toEqual([
      "Loading…",
      { jsonrpc: "2.0", method: "session/update" },
    ]);
  });

  it("takes directions as a client's if no message shows who recorded them", () => {
    const { frames } = parseLines([
      { direction: "in", message: { jsonrpc: "2.0", id: 1, result: {} } },
      { direction: "out", message: { jsonrpc: "2.0", id: 2, result: {} } },
    ]);
    expect(frames.map(({ dir }) => dir)).toEqual(["recv", "sent"]);
  });

  it("names the line and the reason if it does not know the format", () => {
    const { frames, problems } = parseLines([
      { direction: "sideways", message: {} },
      { direction: "in", text: "hello" },
      { direction: "in", message: {}, timestamp: "yesterday" },
    ]);
    expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      expect.stringMatching(/^1: "direction" is "sideways", which is not a known direction/),
      expect.stringMatching(/^2: The message is missing: .*"payload"/),
      '3: "timestamp" is not a time and was ignored.',
    ]);
    expect(frames).toEqual([{ dir: "recv", msg: {} }]);
  });

  it("reads the client's connection from a conductor with proxies", () => {
    const file = new URL("../fixtures/conductor.jsons", import.meta.url);
    const { frames, lines, problems } = parseTrace(readFileSync(file, "utf8"));
    expect(problems).toEqual([]);
    expect(lines).toEqual([1, 4, 5, 10, 11, 17, 18, 19, 20, 22]);
    expect(frames.map(({ t, dir, msg }) => [t, dir, describeMessage(msg)])).toEqual([
      [0.412, "sent", "initialize"],
      [31.977, "recv", "response 7c0a"],
      [32.64, "sent", "session/new"],
      [40.118, "recv", "response 91de"],
      [40.93, "sent", "session/prompt"],
      [55.301, "recv", "session/update"],
      [56.02, "recv", "session/request_permission"],
      [812.5, "sent", "response 5be2"],
      [813.25, "recv", "session/update"],
      [815.75, "recv", "response c4f3"],
    ]);
    expect(checkTrace(frames)).toMatchObject({ protocolVersion: 1, counts: { violation: 0 } });
  });
});

function describeMessage(msg: unknown): string {
  const { id, method } = msg as { readonly id?: string; readonly method?: string };
  return method ?? `response ${id?.slice(0, 4)}`;
}
