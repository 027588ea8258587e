import { isObject } from "./json.js";
import { getSessionId, type Message } from "./jsonRpc.js";
import { type Check, quote } from "./check.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type UserActionRuleCode = "missing_requires_action" | "missing_running";

export const USER_ACTION_RULES: RuleTable<UserActionRuleCode> = {
  missing_requires_action: {
    severity: "note",
    side: "agent",
    text: "In version 2, the agent reports requires_action while its work waits for a permission, unless other work continues.",
    link: linkToSpec("prompt-turn", "prompt-lifecycle#session-states"),
    tck: listTck("", "PATCH-209"),
  },
  missing_running: {
    severity: "violation",
    side: "agent",
    text: "In version 2, the agent reports running when its work continues after requires_action.",
    link: linkToSpec("prompt-turn", "prompt-lifecycle#session-states"),
    tck: listTck("", "PATCH-209"),
  },
};

const PERMISSION = "session/request_permission";

interface Activity {
  /** The last state that the agent reported. */
  state: unknown;
  /** Permission requests without a response, by id, and whether `requires_action` was reported since. */
  readonly pending: Map<unknown, boolean>;
  /** The tool calls that the user has approved since the agent reported `requires_action`. */
  readonly approved: Set<unknown>;
}

/**
 * Checks that the agent of version 2 reports when it waits for the user, and when it continues:
 * `missing_requires_action` and `missing_running`.
 */
export function createUserActionCheck(): Check<UserActionRuleCode> {
  const sessions = new Map<string, Activity>();

  return {
    onMessage: (message, { after, report }) => {
      const params = message.kind === "response" ? message.request?.params : message.params;
      const sessionId = getSessionId(params);
      if (after.protocolVersion !== 2 || sessionId === undefined || params === undefined) return;
      if (message.kind === "request" && message.abandons !== undefined) sessions.clear();
      const activity = sessions.get(sessionId) ?? {
        state: undefined,
        pending: new Map(),
        approved: new Set(),
      };
      sessions.set(sessionId, activity);
      const { state, pending, approved } = activity;

      const newState = stateOf(message);
      if (newState !== undefined) {
        activity.state = newState;
        approved.clear();
        if (newState === "requires_action") for (const id of pending.keys()) pending.set(id, true);
      } else if (message.kind === "request" && message.method === PERMISSION)
        pending.set(message.id, state !== "running");
      else if (message.kind === "response" && message.request?.method === PERMISSION) {
        const { frame } = message.request;
        if (pending.get(message.id) === false)
          report(
            "missing_requires_action",
            "The agent waits for this permission, but its last state is running.",
            { frame, dir: "recv" },
          );
        pending.delete(message.id);
        if (wasApproved(message.result)) approved.add(toolCallOf(params["subject"]));
      } else if (
        state === "requires_action" &&
        pending.size === 0 &&
        message.kind === "notification" &&
        hasProgress(params["update"]) &&
        approved.has(toolCallOf({ toolCall: params["update"] }))
      ) {
        const toolCallId = toolCallOf({ toolCall: params["update"] });
        report(
          "missing_running",
          `The approved tool call ${quote(toolCallId)} continues, but the state is still requires_action.`,
        );
        approved.clear();
      }
    },
  };
}

function stateOf(message: Message): unknown {
  if (message.kind !== "notification" || !isObject(message.params["update"])) return undefined;
  const { sessionUpdate, state } = message.params["update"];
  return sessionUpdate === "state_update" ? state : undefined;
}

function wasApproved(result: Readonly<Record<string, unknown>>): boolean {
  return isObject(result["outcome"]) && result["outcome"]["outcome"] === "selected";
}

/** Returns the id of the tool call that a permission request is about. */
function toolCallOf(subject: unknown): unknown {
  const toolCall = isObject(subject) ? subject["toolCall"] : undefined;
  return isObject(toolCall) ? toolCall["toolCallId"] : undefined;
}

function hasProgress(update: unknown): boolean {
  return (
    isObject(update) &&
    update["sessionUpdate"] === "tool_call_update" &&
    (update["status"] === "in_progress" || update["status"] === "completed")
  );
}
