import type { Transaction } from "../commit/transaction.js";
import type { MetaPatch } from "../events/eventParts.js";
import { type JsonObject, ownField, setOwn } from "../json.js";
import type { Meta } from "../state/content.js";
import { EMPTY_FIELDS } from "../state/definitions.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import {
  type StoredSessionField,
  type StoredSessionFields,
  valueOfField,
} from "../state/storedState.js";

/**
 * Applies three-state fields to a draft: an absent field stays, `null` removes the field, any other
 * value replaces it.
 */
export function patchThreeStateFields(
  draft: object,
  before: object,
  patch: Readonly<Record<string, unknown>>,
): void {
  for (const [field, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    if (value === null) Reflect.deleteProperty(draft, field);
    else Reflect.set(draft, field, shareStructure(ownField(before, field), value));
  }
}

/** Stores the fields that the protocol does not name as they were sent. */
export function keepUnknownFields(
  draft: object,
  before: object,
  unknownFields: Readonly<Record<string, unknown>> | undefined,
): void {
  if (unknownFields === undefined) return;
  for (const [field, value] of Object.entries(unknownFields))
    Reflect.set(draft, field, shareStructure(ownField(before, field), value));
}

/** Returns `_meta` with a patch applied by top-level key. `undefined`: nothing is left of it. */
export function patchMeta(
  before: Meta | undefined,
  patch: MetaPatch | undefined,
): Meta | undefined {
  if (patch === undefined) return before;
  if (patch === null) return undefined;
  const next: JsonObject = {};
  for (const source of [before ?? {}, patch.set]) {
    for (const key of Object.keys(source)) setOwn(next, key, source[key]);
  }
  for (const key of patch.unset ?? []) delete next[key];
  return Object.keys(next).length === 0 && before === undefined
    ? undefined
    : shareStructure(before, next);
}

/** Sets `_meta` on a draft, or removes it. */
export function setMeta(draft: { _meta?: Meta }, meta: Meta | undefined): void {
  if (meta === undefined) delete draft._meta;
  else if (meta !== draft._meta) draft._meta = meta;
}

/** Resets a session field to the value it has when nothing is known yet. */
export function resetSessionField(
  tx: Transaction,
  session: SessionRecord,
  field: StoredSessionField,
): void {
  shareSessionField(tx, session, field, EMPTY_FIELDS[field]);
}

/** Sets a session field, sharing what is deeply equal to the previous value. */
export function shareSessionField<Field extends StoredSessionField>(
  tx: Transaction,
  session: SessionRecord,
  field: Field,
  value: StoredSessionFields[Field],
): void {
  tx.setSessionField(session, field, shareStructure(valueOfField(session.fields, field), value));
}
