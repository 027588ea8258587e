import { expect, it } from "vitest";
import { conformanceOf } from "../../src/panel/model/conformance.js";
import { traceSource } from "../../src/panel/model/source.js";
import { recordingText } from "../support/recordings.js";

/** What is found in a recording: where, by whom it was sent, and with what linked. */
function foundIn(name: string): string[] {
  const { history, digest } = traceSource(name, recordingText(name));
  return conformanceOf(history).found.map(({ finding, index, sentBy, words }) => {
    const text = words.map((word) =>
      typeof word === "number" ? `[${digest.frameOf(word)}]` : word,
    );
    return `${digest.frameOf(index)} by the ${sentBy}, for the ${finding.party} to fix: ${text.join("")}`;
  });
}

it("links the announcement, unless it is what is found, and the answer of a tool call that never ended", () => {
  expect(foundIn("gemini-parallel")).toMatchInlineSnapshot(`
    [
      "22 by the agent, for the agent to fix: The tool call "run_shell_command__run_shell_command_1795211150160_1" ("touch p1.txt; sleep 1; echo p1", announced in [14], permission request answered with "Reject" in [15]) was still "pending" when its turn ended.",
    ]
  `);
});

it("tells who sent a message from whose doing it is", () => {
  expect(foundIn("opencode-subagent")).toMatchInlineSnapshot(`
    [
      "6 by the client, for the agent to fix: "session/prompt" with the id 2 has no response by the end of the trace.",
      "9 by the agent, for the agent to fix: The tool call "call_sX2syoiLwQEsRgJxDwn2zjDF" ("Explore sources", announced in frame 9) was still "in_progress" when the trace ended in the middle of its turn.",
    ]
  `);
});

it("leaves out what the store has said to single messages", () => {
  const { history } = traceSource("t", recordingText("claude-sameids"));
  const { found, report } = conformanceOf(history);
  expect([found.length, report.counts.warning]).toEqual([0, 4]);
});
