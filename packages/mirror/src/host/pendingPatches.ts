import type { AcpPatch } from "@acp-store/core";
import { isRecord } from "../wire.js";

/** The patches of one field or table of the state or of a session. */
interface PatchedField {
  /** Patches of a single value or a list, in order. They come before those of the entries. */
  own: AcpPatch[];
  /** The entities of a table, or the properties of an object, by key. */
  readonly entries: Map<string, PatchedEntry>;
}

/** The patches of one entity. */
interface PatchedEntry {
  /** The patch that adds, replaces or removes the entity. It comes first. */
  whole: AcpPatch | undefined;
  /** The last patch that assigns each field of the entity. They come second. */
  readonly fields: Map<string, AcpPatch>;
  /** Patches of lists and of streamed text, in order. */
  rest: AcpPatch[];
}

/**
 * Patches that wait for the next batch. They are merged and sorted by entity, so that a value that is
 * replaced several times is sent once, and streamed text in one piece.
 */
export class PendingPatches {
  /** Patches that were pushed before those of `#objects` and come before them. */
  #earlier: AcpPatch[] = [];
  /** The patched fields by session. The key of the root is `undefined`. */
  #objects: Map<string | number | undefined, Map<string, PatchedField>> = new Map();

  push(patch: AcpPatch): void {
    const { path } = patch;
    // The first `base` steps lead to the session or the root.
    const base = path[0] === "sessions" ? 2 : 0;
    const name = path[base];
    const key = path[base + 1];
    if (name === undefined) {
      this.#flushFields();
      this.#earlier.push(patch);
    } else {
      const field = this.#field(base === 0 ? undefined : path[1], String(name));
      if (typeof key !== "string" || isNewLength(patch, base + 1))
        this.#pushOwn(field, patch, base + 1);
      else this.#pushEntry(field, key, patch, base + 2);
    }
  }

  /** Returns the patches, and removes them. */
  drain(): readonly AcpPatch[] {
    this.#flushFields();
    const patches = this.#earlier;
    this.#earlier = [];
    return patches;
  }

  /** `depth` is the length of the path of the field. */
  #pushOwn(field: PatchedField, patch: AcpPatch, depth: number): void {
    if (patch.path.length > depth || patch.op === "append") pushInOrder(field.own, patch);
    else {
      field.own = [patch];
      field.entries.clear();
    }
  }

  /** `depth` is the length of the path of the entity. */
  #pushEntry(field: PatchedField, key: string, patch: AcpPatch, depth: number): void {
    const { path, op } = patch;
    const known = field.entries.get(key);
    // Adding and removing changes the order of the table.
    if (known !== undefined && path.length === depth && (op === "add" || op === "remove")) {
      this.#flushFields();
      return this.push(patch);
    }
    const entry = known ?? { whole: undefined, fields: new Map(), rest: [] };
    if (known === undefined) field.entries.set(key, entry);
    const name = path[depth];
    const isInList = typeof name === "number" || isNewLength(patch, depth);
    if (isInList || op === "append" || path.length > depth + 1) pushInOrder(entry.rest, patch);
    else if (name === undefined) {
      const isAdded = entry.whole?.op === "add" && op === "replace";
      entry.whole = isAdded ? { ...entry.whole, ...patch, op: "add" } : patch;
      entry.fields.clear();
      entry.rest = [];
    } else {
      entry.fields.set(name, patch);
      if (entry.rest.length > 0)
        entry.rest = entry.rest.filter((earlier) => earlier.path[depth] !== name);
    }
  }

  #field(object: string | number | undefined, name: string): PatchedField {
    let fields = this.#objects.get(object);
    if (fields === undefined) this.#objects.set(object, (fields = new Map()));
    let field = fields.get(name);
    if (field === undefined) fields.set(name, (field = { own: [], entries: new Map() }));
    return field;
  }

  /** Appends the patches of all fields to `#earlier`. */
  #flushFields(): void {
    for (const fields of this.#objects.values())
      for (const { own, entries } of fields.values()) {
        // No spread arguments: a batch may have more patches than fit on the stack.
        for (const patch of own) this.#earlier.push(patch);
        for (const entry of entries.values())
          for (const patch of patchesOfEntry(entry)) this.#earlier.push(patch);
      }
    // A map that is cleared links its old table to the new one. After a table has survived a garbage
    // collection, those of all later batches would survive as well, until the next full collection.
    this.#objects = new Map();
  }
}

function patchesOfEntry({ whole, fields, rest }: PatchedEntry): readonly AcpPatch[] {
  if (whole === undefined) return [...fields.values(), ...rest];
  if (whole.op === "remove" || whole.op === "append" || !isRecord(whole.value))
    return [whole, ...fields.values(), ...rest];
  return [{ ...whole, value: withFields(whole.value, fields) }, ...rest];
}

/** Returns whether a patch shortens the list that the first `depth` steps lead to. */
function isNewLength({ op, path }: AcpPatch, depth: number): boolean {
  return op === "replace" && path[depth] === "length" && path.length === depth + 1;
}

function pushInOrder(patches: AcpPatch[], patch: AcpPatch): void {
  const last = patches.at(-1);
  const canMerge =
    last?.op === "append" &&
    patch.op === "append" &&
    // Text that is dropped later may come from this batch.
    patch.dropped === undefined &&
    isSamePath(last.path, patch.path);
  if (canMerge) patches[patches.length - 1] = { ...last, value: last.value + patch.value };
  else patches.push(patch);
}

function isSamePath(a: AcpPatch["path"], b: AcpPatch["path"]): boolean {
  return a === b || (a.length === b.length && a.every((step, index) => step === b[index]));
}

function withFields(
  entity: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<string, AcpPatch>,
): Readonly<Record<string, unknown>> {
  if (fields.size === 0) return entity;
  const after = new Map(Object.entries(entity));
  for (const [name, patch] of fields) {
    if ("value" in patch) after.set(name, patch.value);
    else after.delete(name);
  }
  return Object.fromEntries(after);
}
