import type { DiagnosticCode } from "@acp-store/core";
import { CONNECTION_RULES, type ConnectionRuleCode } from "./rules/connectionRules.js";
import { MESSAGE_RULES, type MessageRuleCode } from "./rules/messageRules.js";
import type { RuleTable } from "./rules/rule.js";
import { STORE_RULES } from "./rules/storeRules.js";
import { TURN_RULES, type TurnRuleCode } from "./rules/turnRules.js";

/** The code of a finding: a diagnostic of the store, or a rule that only the check knows. */
export type FindingCode = DiagnosticCode | MessageRuleCode | ConnectionRuleCode | TurnRuleCode;

/**
 * The rules of the protocol, by finding code.
 *
 * @example
 * ```ts
 * RULES.late_update.text; // "A completed or failed tool call does not change its status."
 * RULES.late_update.link[1]; // "https://agentclientprotocol.com/protocol/v1/tool-calls#status"
 * ```
 */
export const RULES: RuleTable<FindingCode> = {
  ...MESSAGE_RULES,
  ...CONNECTION_RULES,
  ...TURN_RULES,
  ...STORE_RULES,
};
