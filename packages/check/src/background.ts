import { isObject, type JsonObject } from "./json.js";
import { getSessionId } from "./jsonRpc.js";
import { type Check, type MessageContext, quote } from "./check.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type BackgroundRuleCode = "invalid_background";

export const BACKGROUND_RULES: RuleTable<BackgroundRuleCode> = {
  invalid_background: {
    severity: "violation",
    side: "agent",
    text: "In version 2, background work is announced before a state update lists it, listed in every state update, and reported as ended before it is removed.",
    link: linkToSpec("prompt-turn", "prompt-lifecycle#session-states"),
    tck: listTck("", ""),
  },
};

/** The field that identifies an item of background work, by the type of the item. */
const ID_FIELDS: Readonly<Record<string, string>> = {
  terminal: "terminalId",
  tool_call: "toolCallId",
  subagent: "sessionId",
};

const FINAL_STATUSES: ReadonlySet<unknown> = new Set(["completed", "failed", "cancelled"]);

interface BackgroundWork {
  /** Whether the session existed before the trace, so that items may have been announced earlier. */
  isResumed: boolean;
  readonly announced: Set<string>;
  readonly ended: Set<string>;
  /** The items of the last list; `undefined` if the agent has never sent one. */
  listed: ReadonlySet<string> | undefined;
}

/** Checks the lists of background work in version 2: `invalid_background`. */
export function createBackgroundCheck(): Check<BackgroundRuleCode> {
  const sessions = new Map<string, BackgroundWork>();

  function workOf(sessionId: string): BackgroundWork {
    const work = sessions.get(sessionId) ?? {
      isResumed: false,
      announced: new Set(),
      ended: new Set(),
      listed: undefined,
    };
    sessions.set(sessionId, work);
    return work;
  }

  return {
    onMessage: (message, { after, isComplete, report }) => {
      if (message.kind === "response" || after.protocolVersion !== 2 || !isComplete) return;
      if (message.kind === "request" && message.abandons !== undefined) sessions.clear();
      const sessionId = getSessionId(message.params);
      if (sessionId === undefined) return;
      const work = workOf(sessionId);
      if (message.method === "session/resume" || message.method === "session/fork")
        work.isResumed = true;
      const { update, subject } = message.params;
      if (isObject(subject) && isObject(subject["toolCall"]))
        recordItems(work, subject["toolCall"]);
      if (message.method !== "session/update" || !isObject(update)) return;
      recordItems(work, update);
      if (update["sessionUpdate"] === "state_update") checkBackgroundList(work, update, report);
    },
  };
}

/** Remembers which items an update announces, and which of them it ends. */
function recordItems(work: BackgroundWork, update: JsonObject): void {
  for (const [type, field] of Object.entries(ID_FIELDS)) {
    const id = update[field];
    if (typeof id !== "string") continue;
    const key = keyOf(type, id);
    work.announced.add(key);
    if (isObject(update["exitStatus"]) || FINAL_STATUSES.has(update["status"])) work.ended.add(key);
    else if (update["status"] !== undefined) work.ended.delete(key);
  }
  const { content } = update;
  for (const item of Array.isArray(content) ? content : [content])
    if (isObject(item) && item["type"] === "terminal")
      work.announced.add(keyOf("terminal", item["terminalId"]));
}

function checkBackgroundList(
  work: BackgroundWork,
  { background }: JsonObject,
  report: MessageContext<BackgroundRuleCode>["report"],
): void {
  const problem = (message: string): void =>
    report("invalid_background", message, { path: "params.update.background" });
  if (!Array.isArray(background)) {
    if (work.listed !== undefined)
      problem("The state update has no background work, although earlier ones list it.");
    return;
  }
  const listed = new Set<string>();
  for (const item of background.filter(isObject)) {
    const field = ID_FIELDS[String(item["type"])];
    if (field === undefined) continue;
    const key = keyOf(String(item["type"]), item[field]);
    listed.add(key);
    if (work.isResumed || work.announced.has(key)) continue;
    problem(`The agent lists the ${key} as background work, but has not announced it.`);
    // Report each item only once.
    work.announced.add(key);
  }
  for (const key of work.listed ?? [])
    if (!listed.has(key) && !work.ended.has(key) && !key.startsWith("subagent"))
      problem(
        `The agent removes the ${key} from the background work, but has not reported its end.`,
      );
  work.listed = listed;
}

function keyOf(type: string, id: unknown): string {
  return `${type.replace("_", " ")} ${quote(id)}`;
}
