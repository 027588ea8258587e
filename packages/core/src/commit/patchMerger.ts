import { isObject } from "../json.js";
import { type AcpPatch, assignFields, type FieldValue, type PatchPath } from "./patch.js";
import { getPatchTarget, type PatchTarget } from "./patchTarget.js";

/**
 * Collects patches and merges them: a value that is replaced several times is in one patch, and so is
 * streamed text. The merged patches have the same effect, and are sorted by entity.
 */
export interface PatchMerger {
  /** Adds a patch, in the order of the commits, with its target if the caller knows it already. */
  push(patch: AcpPatch, target?: PatchTarget): void;
  /** Returns the number of patches that could not be merged with earlier ones. */
  size(): number;
  /** Returns the merged patches, and removes them. */
  drain(): readonly AcpPatch[];
}

/** The patches of one table or field of the state or of a session. */
interface PatchedField {
  /** Patches of a value, a list or a whole table, in order. They come before those of the entities. */
  own: AcpPatch[];
  readonly entities: Map<string, PatchedEntity>;
}

interface PatchedEntity {
  /** The patch that adds, replaces or removes the entity. It comes first. */
  whole: AcpPatch | undefined;
  /** The patch that assigns each field of the entity. They come second. */
  readonly fields: Map<string, AcpPatch>;
  /** Patches of lists and of streamed text, in order. */
  rest: AcpPatch[];
}

/**
 * Creates a {@link PatchMerger}, such as for patches that are sent or saved in batches.
 *
 * @example
 * ```ts
 * const merger = createPatchMerger();
 * store.inspect((record) => {
 *   if (record.type === "commit") for (const patch of record.patches) merger.push(patch);
 * });
 * setInterval(() => replica.applyPatches(merger.drain()), 100);
 * ```
 */
export function createPatchMerger(): PatchMerger {
  /** Patches that come before those of `objects`. */
  let earlier: AcpPatch[] = [];
  /** The patched fields by session. The key of the root is `undefined`. */
  let objects = new Map<string | undefined, Map<string, PatchedField>>();
  let size = 0;

  function push(patch: AcpPatch, target: PatchTarget = getPatchTarget(patch.path)): void {
    if (target.kind === "session") {
      flushFields();
      earlier.push(patch);
      size++;
      return;
    }
    const { sessionId, depth } = target;
    if (target.kind === "entity") {
      pushToEntity(fieldOf(sessionId, target.table), target.id, patch, depth);
      return;
    }
    const field = fieldOf(sessionId, String(patch.path[depth - 1]));
    if (patch.path.length > depth || patch.op === "append") pushInOrder(field.own, patch);
    else {
      field.own = [patch];
      field.entities.clear();
      size++;
    }
  }

  /** The first `depth` steps of the path lead to the entity. */
  function pushToEntity(field: PatchedField, id: string, patch: AcpPatch, depth: number): void {
    const { path, op } = patch;
    const known = field.entities.get(id);
    // Adding and removing changes the order of the table.
    if (known !== undefined && path.length === depth && (op === "add" || op === "remove")) {
      flushFields();
      return push(patch);
    }
    const entity = known ?? { whole: undefined, fields: new Map(), rest: [] };
    if (known === undefined) field.entities.set(id, entity);
    if (path.length > depth + 1) return pushInOrder(entity.rest, patch);
    if (path.length === depth) {
      const isAdded = entity.whole?.op === "add" && op === "replace";
      entity.whole = isAdded ? { ...entity.whole, ...patch, op: "add" } : patch;
      entity.fields.clear();
      entity.rest = [];
      size++;
      return;
    }
    const name = String(path[depth]);
    const assigned = entity.fields.get(name);
    if (op === "append") {
      if (assigned === undefined) pushInOrder(entity.rest, patch);
      else entity.fields.set(name, joinPatches(assigned, patch) ?? patch);
      return;
    }
    if (assigned === undefined) size++;
    entity.fields.set(name, patch);
    if (entity.rest.length > 0)
      entity.rest = entity.rest.filter((other) => other.path[depth] !== name);
  }

  function pushInOrder(patches: AcpPatch[], patch: AcpPatch): void {
    const last = patches.at(-1);
    const joined =
      last !== undefined && isSamePath(last.path, patch.path)
        ? joinPatches(last, patch)
        : undefined;
    if (joined !== undefined) patches[patches.length - 1] = joined;
    else {
      patches.push(patch);
      size++;
    }
  }

  function fieldOf(object: string | undefined, name: string): PatchedField {
    let fields = objects.get(object);
    if (fields === undefined) objects.set(object, (fields = new Map()));
    let field = fields.get(name);
    if (field === undefined) fields.set(name, (field = { own: [], entities: new Map() }));
    return field;
  }

  /** Appends the patches of all fields to `earlier`. */
  function flushFields(): void {
    for (const fields of objects.values())
      for (const { own, entities } of fields.values()) {
        // No spread arguments: a batch may have more patches than fit on the stack.
        for (const patch of own) earlier.push(patch);
        for (const entity of entities.values())
          for (const patch of patchesOfEntity(entity)) earlier.push(patch);
      }
    // A map that is cleared links its old table to the new one. After a table has survived a garbage
    // collection, those of all later batches would survive as well, until the next full collection.
    objects = new Map();
  }

  return {
    push,
    size: () => size,
    drain() {
      flushFields();
      const patches = earlier;
      earlier = [];
      size = 0;
      return patches;
    },
  };
}

function patchesOfEntity({ whole, fields, rest }: PatchedEntity): readonly AcpPatch[] {
  if (whole === undefined) return [...fields.values(), ...rest];
  if (whole.op === "remove" || whole.op === "append" || !isObject(whole.value))
    return [whole, ...fields.values(), ...rest];
  const values = Array.from(
    fields,
    ([name, patch]): FieldValue => [name, "value" in patch ? patch.value : undefined],
  );
  return [{ ...whole, value: assignFields(whole.value, values) }, ...rest];
}

/** Returns one patch with the effect of two of the same path, if there is one. */
function joinPatches(earlier: AcpPatch, later: AcpPatch): AcpPatch | undefined {
  if (earlier.op === "remove") return undefined;
  if (later.op === "replace")
    return earlier.op === "append" ? later : { ...earlier, value: later.value };
  if (later.op !== "append") return undefined;
  const { value, dropped } = later;
  if (earlier.op !== "append")
    return typeof earlier.value === "string"
      ? { ...earlier, value: earlier.value.slice(dropped ?? 0) + value }
      : undefined;
  // Text that is dropped later may come from this batch.
  return dropped === undefined ? { ...earlier, value: earlier.value + value } : undefined;
}

function isSamePath(a: PatchPath, b: PatchPath): boolean {
  return a === b || (a.length === b.length && a.every((step, index) => step === b[index]));
}
