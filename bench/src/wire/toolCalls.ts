import type { Random } from "./random.js";
import type { ContentItem, ToolCallUpdate, Version } from "./update.js";
import { words } from "./words.js";

/** How many updates a tool call of the workloads has, from its first to its last. */
export const UPDATES_PER_CALL = 8;

/** A piece of text in a tool call's content. */
export function textItem(text: string): ContentItem {
  return { type: "content", content: { type: "text", text } };
}

/** The update that makes a tool call known. Version 2 has one kind for all of them. */
export function announce(version: Version, toolCallId: string, random: Random): ToolCallUpdate {
  const kind = random.pick(["read", "edit", "execute", "search"]);
  return {
    sessionUpdate: version === 1 ? "tool_call" : "tool_call_update",
    toolCallId,
    title: `${kind} ${words(random, 2)}`,
    kind,
    status: "pending",
    rawInput: {},
    content: [],
  };
}

/** The life of a tool call: announced, described, running with growing output, completed. */
export function toolCallLife(
  version: Version,
  toolCallId: string,
  random: Random,
): ToolCallUpdate[] {
  const update = (fields: object): ToolCallUpdate => ({
    sessionUpdate: "tool_call_update",
    toolCallId,
    ...fields,
  });
  const path = `/home/user/project/src/${random.id("file", 6)}.ts`;
  const output = [words(random, 12), words(random, 12), words(random, 12), words(random, 12)];
  const upTo = (count: number): ContentItem[] => [textItem(output.slice(0, count).join(""))];
  return [
    announce(version, toolCallId, random),
    update({
      title: `Read ${path}`,
      rawInput: { file_path: path, offset: random.below(500), limit: 200 },
      locations: [{ path, line: 1 + random.below(500) }],
    }),
    update({ status: "in_progress" }),
    update({ content: upTo(1) }),
    update({ content: upTo(2) }),
    update({ content: upTo(3), _meta: { tool: { name: "Read" } } }),
    update({ content: upTo(4) }),
    update({ status: "completed", rawOutput: { text: output[0], exitCode: 0 } }),
  ];
}
