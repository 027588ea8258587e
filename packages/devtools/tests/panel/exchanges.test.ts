import { describe, expect, it } from "vitest";
import { recv, sent } from "../support/frames.js";
import {
  CALL,
  liveLog,
  PERMISSION_REQUEST,
  permissionResponse,
  PROMPT,
  promptError,
  promptResponse,
  traceOf,
} from "./logs.js";
import type { PanelSource } from "../../src/panel/model/source.js";

function exchangesOf(source: PanelSource): string[] {
  return source.digest
    .read()
    .exchanges.map(({ method, sentBy, request, response, error, isAbandoned }) =>
      [
        ...[method, sentBy, request.index, response?.index ?? "open"],
        ...(error === undefined ? [] : [error]),
        ...(isAbandoned ? ["abandoned"] : []),
      ].join(" "),
    );
}

describe("the exchanges of a log", () => {
  it("pairs requests of both sides with their responses, although the ids are equal", () => {
    const ask = { ...PERMISSION_REQUEST };
    const frames = [PROMPT, CALL, ask, permissionResponse("yes"), promptResponse("end_turn")];
    const source = traceOf(...frames);
    expect(exchangesOf(source)).toEqual([
      `session/prompt client 0 ${source.history.getSnapshot().end - 1}`,
      expect.stringMatching(/^session\/request_permission agent 2 \d$/),
    ]);
  });

  it("has the error of a refused request", () => {
    expect(exchangesOf(traceOf(PROMPT, promptError("No quota")))).toEqual([
      "session/prompt client 0 1 No quota",
    ]);
  });

  it("leaves requests open when the connection ends, and pairs those of the next one", () => {
    expect(exchangesOf(liveLog([PROMPT], "gone"))).toEqual([
      "session/prompt client 0 open abandoned",
    ]);
    const again = [PROMPT, sent({ id: 1, method: "session/list" }), recv({ id: 1, result: {} })];
    expect(exchangesOf(traceOf(...again))).toEqual([
      "session/prompt client 0 open",
      "session/list client 1 2",
    ]);
  });

  it("finds the exchange of a request and of its response", () => {
    const { history, digest } = traceOf(PROMPT, promptResponse("end_turn"));
    const entries = history.entries();
    const [first, last] = [entries[0], entries.at(-1)];
    if (first === undefined || last === undefined) throw new Error("no entries");
    expect(digest.exchangeOf(first)).toBeDefined();
    expect(digest.exchangeOf(last)).toBe(digest.exchangeOf(first));
  });
});
