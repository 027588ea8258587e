import type { Frame } from "@acp-store/core";
import { expect, it } from "vitest";
import { formatTrace } from "../../src/index.js";
import { factsOf } from "../../src/panel/model/callFacts.js";
import { momentAt } from "../../src/panel/model/moment.js";
import { traceSource } from "../../src/panel/model/source.js";
import { callUpdate, recv, said, sent, toolCall } from "../support/frames.js";

const PROMPT = sent({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } });
const CALL = toolCall("call_1");
const CANCEL = sent({ method: "session/cancel", params: { sessionId: "s1" } });
const ENDED = recv({ id: 1, result: { stopReason: "end_turn" } });
const became = (status: string): Frame => callUpdate("call_1", { status });

it.each<[string, readonly Frame[], number | undefined]>([
  ["that completed, at its completion", [PROMPT, CALL, became("completed"), said("…"), ENDED], 2],
  ["that failed, at its failure", [PROMPT, CALL, became("failed"), said("…"), ENDED], 2],
  ["that the user cancelled, at the cancel", [PROMPT, CALL, CANCEL, said("…"), ENDED], 2],
  ["that was left, at the end of its turn", [PROMPT, CALL, said("…"), ENDED, said("…")], 3],
  ["that goes on, nowhere", [PROMPT, CALL, said("…")], undefined],
])("ends a tool call %s", (_, frames, index) => {
  const timed = frames.map((frame, place) => ({ ...frame, t: place * 1000 }));
  const { history, digest } = traceSource("trace", formatTrace(timed));
  const moment = momentAt(history, digest.read().tracks, history.getSnapshot().end - 1);
  const session = history.getState().sessions.get("s1");
  const call = session?.toolCalls.get("call_1");
  if (session === undefined || call === undefined) throw new Error("no call");
  expect(factsOf(call, session, moment).ended?.at).toBe(index && index * 1000);
});
