import { isObject } from "./json.js";
import { getSessionId } from "./jsonRpc.js";
import { type Check, quote } from "./check.js";
import { isAnnounced } from "./connection.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type PlanRuleCode = "unknown_plan";

export const PLAN_RULES: RuleTable<PlanRuleCode> = {
  unknown_plan: {
    severity: "warning",
    side: "agent",
    text: "The agent removes only plans that it has sent.",
    link: linkToSpec("agent-plan"),
    tck: listTck("", ""),
  },
};

/** Checks that the agent removes only plans that exist: `unknown_plan`. */
export function createPlanCheck(): Check<PlanRuleCode> {
  return {
    onMessage: (message, { before, connection, isComplete, report }) => {
      if (message.kind !== "notification" || message.dir !== "recv" || !isComplete) return;
      // Without the capability of version 1, no plan can be known.
      const { clientCapabilities = {}, version } = connection;
      if (version === 1 && !isAnnounced(clientCapabilities, "plan")) return;
      const { update } = message.params;
      if (!isObject(update) || update["sessionUpdate"] !== "plan_removed") return;
      const { planId } = update;
      const plans = before.sessions.get(getSessionId(message.params) ?? "")?.plans;
      if (typeof planId === "string" && plans?.has(planId) !== true)
        report("unknown_plan", `The session has no plan ${quote(planId)}.`, {
          path: "params.update.planId",
          actual: planId,
        });
    },
  };
}
