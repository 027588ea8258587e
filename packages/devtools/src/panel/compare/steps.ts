import type { AcpState } from "@acp-store/core";
import type { HistoryEntry } from "../../history/entry.js";
import { isObject } from "../../json.js";
import { updateIn, updateKindIn } from "../../messageNames.js";
import { type PermissionAnswer, permissionAnswer } from "../model/permissionAnswer.js";
import type { PanelSource } from "../model/source.js";
import { type LogPosition, permissionTitleAt, type Track, type Tracks } from "../model/tracks.js";
import { visitFields } from "./fieldPaths.js";
import { normalizeText, normalizeValue } from "./normalize.js";

/** The kinds of steps, with the nouns for counting them. */
export const STEP_NOUNS = {
  prompt: "user message",
  message: "message",
  thought: "thought",
  plan: "plan",
  call: "call",
  permission: "permission request",
  input: "request for input",
  mode: "mode change",
  compaction: "compaction",
  subagent: "subagent",
  end: "end of a turn",
} as const;

export type StepKind = keyof typeof STEP_NOUNS;

/**
 * Normalized values that two steps share if they are the same, from the most to the least exact. A
 * step without a value at a level takes no part there.
 */
export interface StepKeys {
  /** Everything that identifies the step. */
  readonly exact?: string;
  /** The input, the locations and the title of a tool call, each with its kind. */
  readonly input?: string;
  readonly locations?: string;
  readonly title?: string;
  /** The kind of step. The texts of messages differ from run to run. */
  readonly kind?: string;
}

/** A permission request of a tool call. */
export interface StepRequest {
  /** The options and the answer. */
  readonly text: string;
  readonly position: LogPosition;
}

/** One thing that happened in a turn: a tool call with all its updates, or a run of chunks. */
export interface Step {
  readonly kind: StepKind;
  /** The text that identifies the step for a reader: the title of a call, or the text of a message. */
  readonly label: string;
  /** The status of a call, the answer to a request, or the reason that a turn ended. */
  readonly outcome: string | undefined;
  readonly keys: StepKeys;
  /**
   * The values that two matching steps should share, under the names that the view shows. A value that
   * only one of them has is not compared.
   */
  readonly facts: ReadonlyMap<string, string>;
  /** The fields that the updates of a tool call contain, by the kind of update. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** The permission requests of a tool call. They wait for the user, so their order can vary. */
  readonly requests: readonly StepRequest[];
  readonly first: LogPosition;
  /** The duration, if the step has ended. */
  readonly ms: number | undefined;
  readonly isInSubagent: boolean;
}

/** A step whose place is not known yet. */
export interface NewStep extends Omit<Step, "first" | "isInSubagent"> {
  /** Set for a step with several events: only the first one counts. */
  readonly id?: string;
  /** Whether it continues a step of the same kind before it. */
  readonly isChunk?: true;
}

/** The log that a step is part of. */
export interface StepContext {
  readonly source: PanelSource;
  readonly tracks: Tracks;
  /** The state at the end of the log. */
  readonly state: AcpState;
  /** Returns the permission requests of a tool call. */
  requestsOf(call: Track): readonly Track[];
}

const NO_FACTS: ReadonlyMap<string, string> = new Map();
const NO_FIELDS: Step["fields"] = new Map();

function plainStep(kind: StepKind, label: string, keys: StepKeys): NewStep {
  return {
    kind,
    label,
    outcome: undefined,
    keys,
    facts: NO_FACTS,
    fields: NO_FIELDS,
    requests: [],
    ms: undefined,
  };
}

/** Returns the step of a tool call. Its title, locations and input are those at the end of the log. */
export function callStep(track: Track, context: StepContext): NewStep {
  const { source, state } = context;
  const { sessionId, id, phase, statuses, first, updates } = track;
  const session = state.sessions.get(sessionId);
  const call = session?.toolCalls.get(id);
  const cwd = session?.cwd;
  const kind = call?.kind ?? "other";
  const label = call?.title ?? track.title ?? call?.name ?? "";
  const title = normalizeTitle(label, cwd);
  const locations = (call?.locations ?? []).map(({ path }) => normalizeText(path, cwd)).join(" ");
  const input = isEmpty(call?.rawInput) ? "" : normalizeValue(call?.rawInput, cwd);
  const last = statuses.at(-1);
  const status = phase ?? last?.status ?? "pending";
  const requests = context.requestsOf(track);
  const fields = fieldsOf(track, source);
  return {
    kind: "call",
    label: label === "" ? id : label,
    outcome: status,
    keys: {
      exact: `call ${JSON.stringify([kind, title, locations, input])}`,
      ...(input !== "" && { input: `call ${kind} ${input}` }),
      ...(locations !== "" && { locations: `call ${kind} ${locations}` }),
      ...(title !== "" && { title: `call ${kind} ${title}` }),
    },
    facts: new Map([
      ["status", status],
      ["updates", String(updates.length)],
      ["messages", [...fields.keys()].join(", ")],
      ["title", title],
      ["locations", locations],
      ["input", input],
      ["permission", requests.map(answerKind).join(", ") || "not asked"],
      ...(requests.length === 0
        ? []
        : [["options", requests.map(optionsText).join(" · ")] as const]),
    ]),
    fields,
    requests: requests.map((request) => ({
      text: `${optionsText(request)} → ${answerText(request)}`,
      position: request.first,
    })),
    ms: last === undefined || statuses.length < 2 ? undefined : last.at - first.at,
  };
}

function isEmpty(input: unknown): boolean {
  return input === undefined || (isObject(input) && Object.keys(input).length === 0);
}

function fieldsOf({ updates }: Track, { history }: PanelSource): Step["fields"] {
  const fields = new Map<string, Set<string>>();
  for (const { index } of updates) {
    const msg = history.entry(index)?.frame?.msg;
    const kind = updateKindIn(msg);
    if (kind === undefined) continue;
    const paths = fields.get(kind) ?? new Set();
    fields.set(kind, paths);
    visitFields(updateIn(msg), (path) => paths.add(path));
  }
  return fields;
}

/** Normalizes a title. Some agents mark up code in it. */
function normalizeTitle(title: string, cwd: string | undefined): string {
  return normalizeText(title.replaceAll("`", ""), cwd);
}

/** Returns the step of a permission request without a tool call. */
export function permissionStep(track: Track, { state, tracks }: StepContext): NewStep {
  const { sessionId, statuses, first } = track;
  const last = statuses.at(-1);
  const label = permissionTitleAt(track, tracks, Number.MAX_SAFE_INTEGER) ?? "";
  const title = normalizeTitle(label, state.sessions.get(sessionId)?.cwd);
  return {
    ...plainStep("permission", label, { exact: `permission ${title}`, kind: "permission" }),
    outcome: answerText(track),
    facts: new Map([
      ["options", optionsText(track)],
      ["answer", answerKind(track)],
    ]),
    ms: last === undefined || last.status === "pending" ? undefined : last.at - first.at,
  };
}

function optionsText({ options }: Track): string {
  return options.map(({ name }) => name).join(" / ");
}

function answerOf({ statuses, options, optionId }: Track): PermissionAnswer {
  return permissionAnswer({ status: statuses.at(-1)?.status ?? "pending", options, optionId });
}

function answerText(track: Track): string {
  const { outcome, option } = answerOf(track);
  return option === undefined ? outcome : `${outcome}: ${option}`;
}

/** Returns an answer without the name that the agent gave the option. */
function answerKind(track: Track): string {
  const selected = track.options.find(({ optionId }) => optionId === track.optionId);
  const { outcome } = answerOf(track);
  return selected?.kind === undefined ? outcome : `${outcome} (${selected.kind})`;
}

/** Returns the last step of a turn. */
export function endStep(
  { stopReason, statuses }: Track,
  isOpen: boolean,
  ms: number | undefined,
): NewStep {
  const reason = isOpen ? "not ended" : (stopReason ?? statuses.at(-1)?.status ?? "ended");
  return {
    ...plainStep("end", "", { exact: "end" }),
    outcome: reason,
    facts: new Map([["reason", reason]]),
    ms,
  };
}

const PLAN_UPDATES: ReadonlySet<string | undefined> = new Set(["plan", "plan_update"]);
const MESSAGE_KINDS = { user: "prompt", agent: "message", thought: "thought" } as const;

/** Returns the step of an entry that is not about a turn, a tool call or a permission request. */
export function stepOfEntry({ event, frame }: HistoryEntry): NewStep | undefined {
  switch (event?.type) {
    case undefined:
      // A plan that is sent again changes nothing.
      return PLAN_UPDATES.has(updateKindIn(frame?.msg)) ? chunkStep("plan", "") : undefined;
    case "message_chunk":
    case "message":
      return chunkStep(MESSAGE_KINDS[event.role], contentText(event.content));
    case "plan":
      return chunkStep("plan", "");
    case "mode":
      return plainStep("mode", event.currentModeId, { exact: `mode ${event.currentModeId}` });
    case "elicitation_requested":
      return plainStep("input", event.request.message ?? "", { exact: "input" });
    case "compaction":
      return {
        ...plainStep("compaction", "", { exact: "compaction" }),
        id: `compaction ${event.compactionId}`,
      };
    case "subagent":
      return {
        ...plainStep("subagent", event.patch.title ?? "", { exact: "subagent" }),
        id: `subagent ${event.childSessionId}`,
      };
    default:
      return undefined;
  }
}

function chunkStep(kind: StepKind, label: string): NewStep {
  return { ...plainStep(kind, label, { kind }), ms: 0, isChunk: true };
}

/** Returns the text of a content block, or of a list of blocks. */
export function contentText(content: unknown): string {
  if (Array.isArray(content)) return content.map(contentText).join("");
  const text = isObject(content) ? content["text"] : undefined;
  return typeof text === "string" ? text : "";
}
