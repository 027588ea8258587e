import { AcpMirrorError, type AcpMirrorErrorReason } from "@acp-store/mirror";
import { expect, it } from "vitest";

const isProgrammingMistake: Readonly<Record<AcpMirrorErrorReason, boolean>> = {
  already_settled: false,
  busy: false,
  failed: false,
  forbidden: false,
  invalid: true,
  offline: false,
  uncertain: false,
  unknown: false,
  unsupported: false,
};

it("names the package in the message of an AcpMirrorError only if the programmer made the mistake", () => {
  for (const [reason, isMistake] of Object.entries(isProgrammingMistake)) {
    const { message } = new AcpMirrorError(reason as AcpMirrorErrorReason, "It failed.", "prompt");
    expect([reason, message]).toEqual([
      reason,
      isMistake ? "[acp-store] It failed." : "It failed.",
    ]);
  }
});
