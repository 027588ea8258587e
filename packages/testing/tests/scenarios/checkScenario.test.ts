import type { Frame } from "@acp-store/core";
import { checkScenario, formatScenarioReport, SCENARIOS } from "@acp-store/testing/scenarios";
import { describe, expect, it } from "vitest";

const fromClient = (msg: object): Frame => ({ dir: "sent", msg: { jsonrpc: "2.0", ...msg } });
const fromAgent = (msg: object): Frame => ({ dir: "recv", msg: { jsonrpc: "2.0", ...msg } });

const OPTIONS = [
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];
const asks = (id: number): Frame =>
  fromAgent({
    id,
    method: "session/request_permission",
    params: { sessionId: "s", options: OPTIONS },
  });
const selects = (id: number, optionId: string): Frame =>
  fromClient({ id, result: { outcome: { outcome: "selected", optionId } } });
const cancels = (id: number): Frame =>
  fromClient({ id, result: { outcome: { outcome: "cancelled" } } });
const request = (id: number, method: string, params: object = {}): Frame[] => [
  fromClient({ id, method, params }),
  fromAgent({ id, result: {} }),
];
const start = [...request(0, "initialize"), ...request(1, "session/new")];
const prompt = fromClient({ id: 2, method: "session/prompt", params: { sessionId: "s" } });
const stop = fromClient({ method: "session/cancel", params: { sessionId: "s" } });
const ended = fromAgent({ id: 2, result: { stopReason: "end_turn" } });

/** Returns the violations of a client, each as one line. */
function problemsOf(name: string, ...frames: readonly (Frame | Frame[])[]): string[] {
  const { results } = checkScenario(name, [...start, ...frames.flat()]);
  return results.flatMap(({ problems }) => problems);
}

describe("a check of the rules of every scenario", () => {
  it("accepts a client that follows them", () => {
    expect(
      problemsOf("two-permissions", prompt, asks(0), asks(1), selects(1, "no"), selects(0, "yes")),
    ).toEqual([]);
  });

  it("ignores lines of stderr", () => {
    const line: Frame = { dir: "stderr", msg: '{"method":"initialize"}' };
    const frames = [line, ...start, prompt, line, ended];
    expect(checkScenario("first-turn", frames).isPassed).toBe(true);
  });

  it("requires the client to initialize the connection", () => {
    const { results } = checkScenario("first-turn", [...request(1, "session/new"), prompt, ended]);
    expect(results[0]?.problems).toEqual(["The first message was session/new (id 1)."]);
  });

  it.each([
    ["no answer", [], 0],
    ["two answers", [selects(0, "yes"), selects(0, "yes")], 2],
  ])("requires one answer to each request: %s", (_name, answers, count) => {
    expect(problemsOf("huge-output", prompt, asks(0), answers)).toContain(
      `session/request_permission (id 0) got ${count} answers.`,
    );
  });

  it("rejects an answer to a request of an earlier connection", () => {
    const frames = [prompt, asks(7), ...start, selects(7, "yes"), prompt, asks(0)];
    expect(problemsOf("huge-output", frames, selects(0, "yes"))).toEqual([
      "The agent sent no request for the response (id 7).",
      "session/request_permission (id 7) was answered with: no answer.",
    ]);
  });

  it("rejects an option that was not offered", () => {
    expect(problemsOf("huge-output", prompt, asks(0), selects(0, "always"))).toEqual([
      'session/request_permission (id 0) offers no option "always".',
      "session/request_permission (id 0) was answered with: an unknown option.",
    ]);
  });

  it("rejects a request that the agent refuses as invalid", () => {
    const error = { code: -32600, message: "a turn is already running" };
    const refused = [prompt, fromAgent({ id: 2, error })];
    expect(problemsOf("first-turn", refused)).toEqual([
      "session/prompt (id 2) was refused: a turn is already running.",
    ]);
  });

  it("accepts an agent that refused a version before the client offered another one", () => {
    const refused = [
      fromClient({ id: 0, method: "initialize", params: { protocolVersion: 2 } }),
      fromAgent({ id: 0, error: { code: -32603, message: "unsupported" } }),
    ];
    const frames = [...refused, ...start, prompt, ended];
    expect(checkScenario("first-turn", frames).isPassed).toBe(true);
  });
});

describe("a check of the rules of one scenario", () => {
  it("rejects swapped answers", () => {
    expect(
      problemsOf("two-permissions", prompt, asks(0), asks(1), selects(1, "yes"), selects(0, "no")),
    ).toEqual([
      "session/request_permission (id 0) was answered with: reject_once.",
      "session/request_permission (id 1) was answered with: allow_once.",
    ]);
  });

  it("rejects answers in the wrong order", () => {
    expect(
      problemsOf("two-permissions", prompt, asks(0), asks(1), selects(0, "yes"), selects(1, "no")),
    ).toEqual(["The answers were sent in the other order."]);
  });

  it.each([
    ["is not cancelled", [stop, selects(0, "yes")], "was answered with: allow_once."],
    ["has no cancel", [cancels(0)], "The client sent it 0 times."],
    ["is cancelled twice", [stop, stop, cancels(0)], "The client sent it 2 times."],
  ])("rejects a stopped turn that %s", (_name, frames, problem) => {
    expect(problemsOf("cancel-permission", prompt, asks(0), frames).join()).toContain(problem);
  });

  it("rejects an answer to a withdrawn request", () => {
    const frames = [asks(0), selects(0, "yes"), asks(1), selects(1, "yes")];
    expect(problemsOf("withdrawn-permission", prompt, frames)).toEqual([
      "session/request_permission (id 0) was answered with: allow_once.",
    ]);
  });

  it("rejects a client that answers an unknown request with a result", () => {
    const unknown = fromAgent({ id: 0, method: "_testing/unknown", params: {} });
    const frames = [unknown, fromClient({ id: 0, result: {} }), asks(1), selects(1, "yes")];
    expect(problemsOf("garbage", prompt, frames)).toEqual([
      "The answer had the error code undefined.",
    ]);
  });

  it("rejects a prompt that is sent again after the agent has died", () => {
    expect(problemsOf("agent-dies", prompt, asks(0), start, prompt)).toEqual([
      "The client sent another prompt (id 2).",
    ]);
  });

  it("rejects a prompt before the transcript has been replayed", () => {
    const load = request(3, "session/load", { sessionId: "stored-session" });
    const early = fromClient({
      id: 2,
      method: "session/prompt",
      params: { sessionId: "stored-session" },
    });
    expect(problemsOf("replay", early, load)).toEqual([
      "session/prompt (id 2) was sent too early.",
    ]);
    expect(problemsOf("replay", request(3, "session/resume"), prompt)).toContain(
      "The client did not ask for the transcript.",
    );
  });

  it("rejects a form without a name", () => {
    const form = fromAgent({ id: 0, method: "elicitation/create", params: {} });
    const answer = fromClient({ id: 0, result: { action: "accept", content: {} } });
    expect(problemsOf("form", prompt, form, answer)).toEqual([
      'elicitation/create (id 0) was answered with {"action":"accept","content":{}}.',
    ]);
  });
});

describe("a report", () => {
  it("lists each rule with its violations", () => {
    const report = checkScenario("first-turn", [...start, prompt, ended]);
    expect(formatScenarioReport(report)).toContain(
      "ok   The client sends session/prompt once.\nfirst-turn: the client follows all 7 rules.",
    );
    const failed = checkScenario("first-turn", start);
    expect(formatScenarioReport(failed)).toContain(
      "FAIL The client sends session/prompt once.\n     The client sent it 0 times.\nfirst-turn: the client violates 1 of 7 rules.",
    );
  });

  it("names the scenarios if the name is unknown", () => {
    expect(() => checkScenario("nothing", [])).toThrow(
      /There is no scenario "nothing". Choose one of: first-turn, /,
    );
  });

  it("exists for scenarios with unique names", () => {
    expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length);
  });
});
