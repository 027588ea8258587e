import { GrownList } from "./grownList.js";
import { GrownText } from "./grownText.js";
import { Growing } from "./growing.js";

/** What a table holds for an entity: itself, or what it grew from. */
export type Held<Entity extends object> = Entity | Growing<Entity>;

/** A field of an entity in the form in which it grows, and the entity it belongs to. */
export interface Opened<Entity, Grown> {
  readonly base: Entity;
  readonly grown: Grown;
}

export function openList<Entity extends object>(
  held: Held<Entity>,
  field: keyof Entity & string,
): Opened<Entity, GrownList<unknown>> {
  if (held instanceof Growing && held.field === field && held.grown instanceof GrownList)
    return { base: held.base, grown: held.grown };
  const base = held instanceof Growing ? held.entity() : held;
  return { base, grown: GrownList.of(base[field] as readonly unknown[]) };
}

export function openText<Entity extends object>(
  held: Held<Entity>,
  field: keyof Entity & string,
): Opened<Entity, GrownText> {
  if (held instanceof Growing && held.field === field && held.grown instanceof GrownText)
    return { base: held.base, grown: held.grown };
  const base = held instanceof Growing ? held.entity() : held;
  return { base, grown: GrownText.of(base[field] as string) };
}

/** A block with more text. */
export function withMoreText<Block extends { readonly type: string; readonly text: string }>(
  block: Block,
  text: string,
): Block {
  const { type } = block;
  // Where that is all, a literal: a spread costs many times as much.
  if (isBare(block)) return { type, text: block.text + text } as Block;
  const next: { text: string } & Block = { ...block };
  next.text = block.text + text;
  return next;
}

function isBare(block: object): boolean {
  for (const field in block) if (field !== "type" && field !== "text") return false;
  return true;
}
