import { readFileSync } from "node:fs";
import type { DiagnosticCode } from "@acp-store/core";
import { expect, it } from "vitest";

/** The compiler keeps this list complete, and the test compares the page with it. */
const codes: Record<DiagnosticCode, true> = {
  invalid_message: true,
  invalid_envelope: true,
  answer_without_request: true,
  duplicate_id: true,
  invalid_field: true,
  invalid_item: true,
  more_lost: true,
  unknown_update: true,
  reserved_field: true,
  duplicate_tool_call: true,
  late_update: true,
  status_regression: true,
  version_mismatch: true,
  session_closed: true,
  duplicate_option: true,
  option_not_offered: true,
  not_announced: true,
  too_deep: true,
  too_many_sessions: true,
  cancel_timed_out: true,
  histories_differ: true,
};

it("lists every diagnostic code in the manual", () => {
  const page = readFileSync(new URL("../../../docs/diagnostics.md", import.meta.url), "utf8");
  const listed = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code);
  expect(new Set(listed)).toEqual(new Set(Object.keys(codes)));
});
