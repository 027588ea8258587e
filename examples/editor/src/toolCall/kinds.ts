import type { ToolKind } from "@acp-store/core";
import type { IconName } from "../ui/iconPaths.js";

interface KindLook {
  readonly icon: IconName;
  /** What the agent does, where it does not say so itself. */
  readonly verb: string;
  /** Whether it may. */
  readonly question: string;
}

const KINDS: Readonly<Record<string, KindLook>> = {
  read: { icon: "file", verb: "Read", question: "Allow reading?" },
  edit: { icon: "pencil", verb: "Edit", question: "Allow this edit?" },
  delete: { icon: "trash", verb: "Delete", question: "Allow deleting?" },
  move: { icon: "move", verb: "Move", question: "Allow moving?" },
  search: { icon: "search", verb: "Search", question: "Allow searching?" },
  execute: { icon: "terminal", verb: "Run", question: "Run this command?" },
  think: { icon: "bulb", verb: "Think", question: "Allow thinking?" },
  fetch: { icon: "globe", verb: "Fetch", question: "Allow fetching?" },
  switch_mode: { icon: "sliders", verb: "Switch mode", question: "Switch the mode?" },
};

const OTHER: KindLook = { icon: "wrench", verb: "Use a tool", question: "Allow this?" };

/** Kinds are open: an agent may send any other. */
export function lookOf(kind: ToolKind | null | undefined): KindLook {
  return (kind && Object.hasOwn(KINDS, kind) && KINDS[kind]) || OTHER;
}

/** The title of a call; some agents put a command between the backticks of Markdown. */
export function titleOf(
  title: string | null | undefined,
  kind: ToolKind | null | undefined,
): string {
  return title?.replace(/^`([^`]+)`$/, "$1") || lookOf(kind).verb;
}
