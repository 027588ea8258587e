import { useContext } from "react";
import { AcpUiContext } from "../context/acpUiContext.js";
import type { TextGroupOverrides, UiTextOverrides, UiTexts } from "./texts.js";

/** The texts of groups that are replaced in part, by the replacing texts. */
const merged = /* @__PURE__ */ new WeakMap<object, object>();

/**
 * Returns the texts of a part: those in English, with the texts of the nearest `AcpUiProvider` in
 * their place. Your own parts can use them, too.
 *
 * @example
 * ```tsx
 * function StopLabel() {
 *   return <span>{useTexts("composer", englishTexts.composer).stop}</span>;
 * }
 * ```
 */
export function useTexts<Group extends keyof UiTexts>(
  group: Group,
  english: UiTexts[Group],
): UiTexts[Group] {
  const groups: TextGroupOverrides | undefined = useContext(AcpUiContext)?.texts;
  const overrides = groups?.[group];
  if (overrides === undefined) return english;
  const known = merged.get(overrides) as UiTexts[Group] | undefined;
  if (known !== undefined) return known;
  const texts = { ...english, ...overrides };
  merged.set(overrides, texts);
  return texts;
}

/** Returns the texts with those of an inner provider in their place. */
export function mergeTexts(
  outer: UiTextOverrides,
  inner: UiTextOverrides | undefined,
): UiTextOverrides {
  if (inner === undefined || outer === inner) return outer;
  const texts: Record<string, unknown> = { ...outer };
  for (const [group, values] of Object.entries(inner)) {
    const before = texts[group];
    texts[group] =
      typeof values === "object" && typeof before === "object" ? { ...before, ...values } : values;
  }
  return texts;
}
