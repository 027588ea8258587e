import type { Permission, PermissionOption } from "@acp-store/core";

/** What became of a permission request. */
export type AnswerKind = "waiting" | "allowed" | "rejected" | "answered" | "cancelled";

/** The answer to a permission request, with the name of the option that was chosen. */
export interface Answer {
  readonly kind: AnswerKind;
  readonly option: string | undefined;
}

interface Asked {
  readonly status: string;
  readonly options: readonly PermissionOption[];
  readonly optionId?: string | undefined;
}

export function answerOf({ status, options, optionId }: Asked): Answer {
  if (status === "pending") return { kind: "waiting", option: undefined };
  if (status !== "selected") return { kind: "cancelled", option: undefined };
  const chosen = options.find((option) => option.optionId === optionId);
  return { kind: kindOf(chosen?.kind), option: chosen?.name ?? optionId };
}

function kindOf(kind: PermissionOption["kind"] | undefined): AnswerKind {
  if (kind?.startsWith("allow") === true) return "allowed";
  return kind?.startsWith("reject") === true ? "rejected" : "answered";
}

/** Who settled a request: to a trace that is observed, every answer is the user's. */
export function answeredBy({ reason }: Permission): string {
  return reason === "policy" ? "a policy" : "the user";
}
