import { ownField } from "../json.js";
import { shareStructure } from "../state/shareStructure.js";

/** Applies three-state fields to a draft: absent leaves, `null` removes, a value replaces. */
export function patchFields(
  draft: object,
  before: object,
  patch: Readonly<Record<string, unknown>>,
): void {
  const target = draft as Record<string, unknown>;
  for (const [field, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    if (value === null) delete target[field];
    else target[field] = shareStructure((before as Record<string, unknown>)[field], value);
  }
}

/** Keeps the fields that the protocol does not name as they were sent. */
export function keepExtra(
  draft: object,
  before: object,
  extra: Readonly<Record<string, unknown>> | undefined,
): void {
  if (extra === undefined) return;
  for (const [field, value] of Object.entries(extra)) {
    (draft as Record<string, unknown>)[field] = shareStructure(ownField(before, field), value);
  }
}
