import type { MetaPatch } from "../events/event.js";
import { type JsonObject, setOwn } from "../json.js";
import { shareStructure } from "../state/shareStructure.js";
import type { Meta } from "../state/content.js";

/** Applies a patch to `_meta`: whole top-level keys come, change and go. */
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

/** Sets `_meta` on a draft, or removes it where nothing is left. */
export function setMeta(draft: { _meta?: Meta }, meta: Meta | undefined): void {
  if (meta === undefined) delete draft._meta;
  else if (meta !== draft._meta) draft._meta = meta;
}
