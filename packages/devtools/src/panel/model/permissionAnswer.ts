import type { Permission, PermissionOption } from "@acp-store/core";

export type PermissionOutcome = "waiting" | "allowed" | "rejected" | "answered" | "cancelled";

/** The outcome of a permission request, with the name of the selected option. */
export interface PermissionAnswer {
  readonly outcome: PermissionOutcome;
  readonly option: string | undefined;
}

interface PermissionFields {
  readonly status: string;
  readonly options: readonly PermissionOption[];
  readonly optionId?: string | undefined;
}

export function permissionAnswer({
  status,
  options,
  optionId,
}: PermissionFields): PermissionAnswer {
  if (status === "pending") return { outcome: "waiting", option: undefined };
  if (status !== "selected") return { outcome: "cancelled", option: undefined };
  const selected = options.find((option) => option.optionId === optionId);
  return { outcome: outcomeOf(selected?.kind), option: selected?.name ?? optionId };
}

function outcomeOf(kind: PermissionOption["kind"] | undefined): PermissionOutcome {
  if (kind?.startsWith("allow") === true) return "allowed";
  return kind?.startsWith("reject") === true ? "rejected" : "answered";
}

/** Returns who answered a request. In an observed trace, every answer counts as the user's. */
export function answeredBy({ reason }: Permission): string {
  return reason === "policy" ? "a policy" : "the user";
}
