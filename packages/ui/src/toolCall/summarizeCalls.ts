import {
  isChangesDiff,
  isTextDiff,
  type ToolCall,
  type ToolCallContent,
  type ToolCallPhase,
} from "@acp-store/core";
import type { UiTexts } from "../texts/texts.js";

/** A summary of a group of tool calls. */
export interface CallsSummary {
  /** The work of the completed calls, such as "10 files edited, 2 commands". */
  readonly title: string;
  /** The content of the completed calls, with their diffs. */
  readonly content: readonly ToolCallContent[];
  /** The calls that are not completed, such as "1 failed". Failures come first. */
  readonly others: readonly PhaseCount[];
}

/** The calls of a group in one phase. */
export interface PhaseCount {
  readonly phase: UncompletedPhase;
  /** Their number in words. */
  readonly label: string;
}

type UncompletedPhase = Exclude<ToolCallPhase, "completed">;

const UNCOMPLETED: Readonly<Record<UncompletedPhase, true>> = {
  failed: true,
  rejected: true,
  awaiting_permission: true,
  running: true,
  pending: true,
  cancelled: true,
  unfinished: true,
};
const PHASE_ORDER = /* @__PURE__ */ Object.keys(UNCOMPLETED) as readonly UncompletedPhase[];

/** Summarizes the calls of a group. */
export function summarizeCalls(
  calls: readonly ToolCall[],
  texts: UiTexts["toolCallGroup"],
): CallsSummary {
  const completed = calls.filter(({ phase }) => phase === "completed");
  const others = PHASE_ORDER.flatMap((phase): PhaseCount[] => {
    const count = calls.filter((call) => call.phase === phase).length;
    return count === 0 ? [] : [{ phase, label: texts[phase](count) }];
  });
  return {
    title: describeCompleted(completed, texts) || texts.calls(calls.length),
    content: completed.flatMap(({ content }) => content),
    others,
  };
}

type Activity = "edits" | "reads" | "searches" | "commands" | "otherCalls";

const ACTIVITIES: readonly Activity[] = ["edits", "reads", "searches", "commands", "otherCalls"];
const ACTIVITY_BY_KIND: ReadonlyMap<string, Activity> = /* @__PURE__ */ new Map([
  ["edit", "edits"],
  ["delete", "edits"],
  ["move", "edits"],
  ["read", "reads"],
  ["search", "searches"],
  ["execute", "commands"],
]);

function describeCompleted(calls: readonly ToolCall[], texts: UiTexts["toolCallGroup"]): string {
  const things = new Map<Activity, Set<string>>(
    ACTIVITIES.map((activity) => [activity, new Set()]),
  );
  for (const call of calls) {
    const activity = getActivity(call);
    const names = activity === "edits" ? listEditedFiles(call) : [call.toolCallId];
    for (const name of names) things.get(activity)?.add(name);
  }
  return [...things]
    .filter(([, { size }]) => size > 0)
    .map(([activity, { size }]) => texts[activity](size))
    .join(texts.separator);
}

function getActivity({ kind, content }: ToolCall): Activity {
  if (content.some(({ type }) => type === "diff")) return "edits";
  return ACTIVITY_BY_KIND.get(kind) ?? "otherCalls";
}

/** Lists the files of a tool call, or its id if it names none. */
function listEditedFiles({ toolCallId, content, locations }: ToolCall): readonly string[] {
  const inDiffs = content.flatMap((item) => {
    if (isTextDiff(item)) return [item.path];
    return isChangesDiff(item)
      ? item.changes.flatMap(({ path, oldPath }) => path ?? oldPath ?? [])
      : [];
  });
  const files = inDiffs.length > 0 ? inDiffs : locations.map(({ path }) => path);
  return files.length > 0 ? files : [toolCallId];
}
