import { checkTrace } from "@acp-store/check";
import { expect, it } from "vitest";
import { ALL_RECORDINGS, recordedFrames } from "../../core/tests/support/recordings.js";

function findingsOf(name: string): string {
  const { findings, counts, agent, protocolVersion } = checkTrace(recordedFrames(name));
  const lines = findings.map(
    ({ frame, severity, code, responsible, message }) =>
      `  ${frame} ${severity} ${code} (${responsible}) ${message}`,
  );
  const { violation, warning, note } = counts;
  return [
    `${name}: ${agent}, version ${protocolVersion}: ${violation} ${warning} ${note}`,
    ...lines,
  ].join("\n");
}

it("reports the expected findings for every recording", async () => {
  const report = ALL_RECORDINGS.map(findingsOf).join("\n");
  await expect(`${report}\n`).toMatchFileSnapshot("recordings.txt");
});
