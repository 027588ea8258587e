import type { Frame } from "@acp-store/core";
import { expect, it } from "vitest";
import { collectCallFacts } from "../../src/panel/model/callFacts.js";
import { callUpdate, said } from "../support/frames.js";
import { CALL, CANCEL, lastMoment, PROMPT, promptResponse, traceOf } from "./logs.js";

const END = promptResponse("end_turn");
const update = (status: string): Frame => callUpdate("call_1", { status });

it.each<[string, readonly Frame[], number | undefined]>([
  ["a completed call at its completion", [PROMPT, CALL, update("completed"), said("…"), END], 2],
  ["a failed call at its failure", [PROMPT, CALL, update("failed"), said("…"), END], 2],
  ["a call that the user cancelled at the cancel", [PROMPT, CALL, CANCEL, said("…"), END], 2],
  ["an unfinished call at the end of its turn", [PROMPT, CALL, said("…"), END, said("…")], 3],
  ["a running call nowhere", [PROMPT, CALL, said("…")], undefined],
])("ends %s", (_, frames, index) => {
  const source = traceOf(...frames);
  const session = source.history.getState().sessions.get("s1");
  const call = session?.toolCalls.get("call_1");
  if (session === undefined || call === undefined) throw new Error("no call");
  const { ended } = collectCallFacts(call, session, lastMoment(source));
  expect(ended?.at).toBe(index && index * 1000);
});
