import { describe, expect, it } from "vitest";
import {
  formatClientMessage,
  isResent,
  parseClientMessage,
  resend,
  type ResendAgent,
  resendable,
} from "../../src/panel/model/resend.js";
import type { JsonObject } from "../../src/json.js";

const prompt = { sessionId: "s1", prompt: [{ type: "text", text: "Hi" }] };

/** An agent that collects what it gets. */
function collectingAgent() {
  const got: [kind: string, method: string, params: JsonObject | undefined][] = [];
  const agent: Required<ResendAgent> = {
    request: async (method, params) => got.push(["request", method, params]),
    notify: async (method, params) => void got.push(["notification", method, params]),
  };
  return { agent, got };
}

describe("resendable", () => {
  const { agent } = collectingAgent();

  it.each([
    ["a request", { id: 3, method: "session/prompt", params: prompt }, true],
    ["a notification", { method: "session/cancel", params: { sessionId: "s1" } }, false],
    ["a request without params", { id: 4, method: "logout" }, true],
  ])("returns %s of the client", (_, msg, isRequest) => {
    const { id: _id, ...message } = { id: undefined, ...msg };
    expect(resendable({ t: 0, dir: "sent", msg: { jsonrpc: "2.0", ...msg } }, agent)).toEqual({
      ...message,
      isRequest,
    });
  });

  it.each([
    ["the agent's messages", { t: 0, dir: "recv", msg: { id: 3, method: "fs/read_text_file" } }],
    ["responses", { t: 0, dir: "sent", msg: { id: 3, result: {} } }],
    ["lines of stderr", { t: 0, dir: "stderr", msg: "session/prompt" }],
    ["values that are not messages", { t: 0, dir: "sent", msg: [1] }],
  ] as const)("leaves out %s", (_, frame) => {
    expect(resendable(frame, agent)).toBeUndefined();
  });

  it("leaves out notifications if the agent takes only requests, as through a mirror", () => {
    const requests = { request: agent.request };
    const msg = { method: "session/cancel", params: { sessionId: "s1" } };
    expect(resendable({ t: 0, dir: "sent", msg }, requests)).toBeUndefined();
    expect(resendable({ t: 0, dir: "sent", msg: { ...msg, id: 1 } }, requests)).toBeDefined();
  });
});

describe("resend", () => {
  it("marks the message in its _meta, and keeps the existing fields", async () => {
    const { agent, got } = collectingAgent();
    await resend(agent, { method: "session/prompt", params: { ...prompt, _meta: { a: 1 } } }, true);
    await resend(agent, { method: "session/cancel" }, false);
    expect(got).toEqual([
      ["request", "session/prompt", { ...prompt, _meta: { a: 1, "acp-store/resent": true } }],
      ["notification", "session/cancel", { _meta: { "acp-store/resent": true } }],
    ]);
    for (const [, method, params] of got)
      expect(isResent({ t: 0, dir: "sent", msg: { method, params } })).toBe(true);
  });

  it("rejects with the error of the agent", async () => {
    const agent = { request: () => Promise.reject(new Error("no session s1")) };
    await expect(resend(agent, { method: "session/prompt" }, true)).rejects.toThrow(
      "no session s1",
    );
  });
});

describe("the text of the editor", () => {
  it("has no mark of an earlier resend, so that an edit starts from the original", async () => {
    const { agent, got } = collectingAgent();
    await resend(agent, { method: "session/prompt", params: prompt }, true);
    const params = got[0]?.[2];
    if (params === undefined) throw new Error("nothing was sent");
    expect(parseClientMessage(formatClientMessage({ method: "session/prompt", params }))).toEqual({
      method: "session/prompt",
      params: prompt,
    });
  });

  it.each([
    ["", /JSON/],
    ["{", /JSON/],
    ["[1]", "Expected an object with a method and params."],
    ["{}", 'Expected the name of a method in "method".'],
    ['{ "method": "" }', 'Expected the name of a method in "method".'],
    ['{ "method": "a", "params": [] }', 'Expected an object in "params".'],
  ])("is refused as %j", (text, reason) => {
    expect(() => parseClientMessage(text)).toThrow(reason);
  });
});

it("does not take a message for a resent one without the mark", () => {
  for (const msg of [undefined, 1, "x", {}, { params: { _meta: { "acp-store/resent": 1 } } }])
    expect(isResent({ t: 0, dir: "sent", msg })).toBe(false);
  expect(isResent(undefined)).toBe(false);
});
