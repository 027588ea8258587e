import type { DiagnosticCode } from "@acp-store/core";
import { BACKGROUND_RULES, type BackgroundRuleCode } from "./background.js";
import { CAPABILITY_RULES, type CapabilityRuleCode } from "./capabilities.js";
import { ELICITATION_RULES, type ElicitationRuleCode } from "./elicitations.js";
import { ENVELOPE_RULES, type EnvelopeRuleCode } from "./envelope.js";
import { INITIALIZATION_RULES, type InitializationRuleCode } from "./initialization.js";
import { OFFER_RULES, type OfferRuleCode } from "./offers.js";
import { PERMISSION_RULES, type PermissionRuleCode } from "./permissions.js";
import { PLAN_RULES, type PlanRuleCode } from "./plans.js";
import { PROMISE_RULES, type PromiseRuleCode } from "./promises.js";
import { REPLAY_RULES, type ReplayRuleCode } from "./replay.js";
import { REQUEST_RULES, type RequestRuleCode } from "./requests.js";
import { VALUE_RULES, type ValueRuleCode } from "./schema/validateValue.js";
import { SCHEMA_RULES, type SchemaRuleCode } from "./schemaCheck.js";
import { SESSION_START_RULES, type SessionStartRuleCode } from "./sessionStart.js";
import { SESSION_RULES, type SessionRuleCode } from "./sessions.js";
import { TERMINAL_RULES, type TerminalRuleCode } from "./terminals.js";
import { TOOL_CALL_RULES, type ToolCallRuleCode } from "./toolCalls.js";
import { TURN_STATE_RULES, type TurnStateRuleCode } from "./turnStates.js";
import { TURN_RULES, type TurnRuleCode } from "./turns.js";
import { USER_ACTION_RULES, type UserActionRuleCode } from "./userAction.js";
import type { RuleTable } from "./rule.js";
import { STORE_RULES } from "./storeRules.js";

/** The code of a finding: a diagnostic of the store, or a rule that only the check knows. */
export type FindingCode =
  | DiagnosticCode
  | BackgroundRuleCode
  | CapabilityRuleCode
  | ElicitationRuleCode
  | EnvelopeRuleCode
  | InitializationRuleCode
  | OfferRuleCode
  | PermissionRuleCode
  | PlanRuleCode
  | PromiseRuleCode
  | ReplayRuleCode
  | RequestRuleCode
  | ValueRuleCode
  | SchemaRuleCode
  | SessionStartRuleCode
  | SessionRuleCode
  | TerminalRuleCode
  | ToolCallRuleCode
  | TurnStateRuleCode
  | TurnRuleCode
  | UserActionRuleCode;

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
  ...BACKGROUND_RULES,
  ...CAPABILITY_RULES,
  ...ELICITATION_RULES,
  ...ENVELOPE_RULES,
  ...INITIALIZATION_RULES,
  ...OFFER_RULES,
  ...PERMISSION_RULES,
  ...PLAN_RULES,
  ...PROMISE_RULES,
  ...REPLAY_RULES,
  ...REQUEST_RULES,
  ...VALUE_RULES,
  ...SCHEMA_RULES,
  ...SESSION_START_RULES,
  ...SESSION_RULES,
  ...TERMINAL_RULES,
  ...TOOL_CALL_RULES,
  ...TURN_STATE_RULES,
  ...TURN_RULES,
  ...USER_ACTION_RULES,
  ...STORE_RULES,
};
