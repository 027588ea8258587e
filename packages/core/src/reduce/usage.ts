import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { addCost, addTokens, NO_USAGE } from "../state/addUsage.js";
import type { ModelTokens, TokenUsage } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import type { Usage, UsageTotals } from "../state/sessionParts.js";
import { recordCompactedUsage } from "./compactions.js";
import { shareSessionField } from "./fieldPatches.js";

/** Replaces the usage of a session. In version 2 an absent cost stays, and `null` clears it. */
export function reduceUsage(tx: Transaction, event: EventOf<"usage">): void {
  const session = tx.session(event.sessionId);
  const usage =
    tx.root.protocolVersion === 1 ? event.usage : withPreviousCost(session, event.usage);
  shareSessionField(tx, session, "usage", usage);
  recordCompactedUsage(tx, session, usage.used);
  if (usage.cost != null) {
    const { costs } = totalsOf(session);
    // The cost of a session only grows. A replay may report an earlier one again.
    setTotals(tx, session, { costs: addCost(costs, usage.cost, Math.max) });
  }
}

function withPreviousCost(session: SessionRecord, usage: Usage): Usage {
  const { cost = session.fields.usage?.cost, ...rest } = usage;
  return cost == null ? rest : { ...rest, cost };
}

/** Adds the tokens of work that has ended to the totals of its session. */
export function countTokens(
  tx: Transaction,
  session: SessionRecord,
  usage: TokenUsage | undefined,
): void {
  if (usage === undefined) return;
  const { tokens } = totalsOf(session);
  const models = usage.models ?? [tokensOfModel(session, usage)];
  setTotals(tx, session, { tokens: addTokens(tokens, models) });
}

/** Returns the tokens as those of the selected model, because the agent did not name one. */
function tokensOfModel({ fields }: SessionRecord, usage: TokenUsage): ModelTokens {
  const { models: _, _meta, ...counts } = usage;
  const option = fields.configOptions.find(({ category }) => category === "model");
  const value = option?.type === "select" ? option.currentValue : undefined;
  const model = typeof value === "string" ? value : fields.models?.currentModelId;
  return model === undefined ? counts : { model, ...counts };
}

function totalsOf({ fields }: SessionRecord): UsageTotals {
  return fields.usageTotals ?? NO_USAGE;
}

function setTotals(tx: Transaction, session: SessionRecord, change: Partial<UsageTotals>): void {
  const totals = { ...totalsOf(session), ...change };
  if (totals.tokens.length > 0 || totals.costs.length > 0)
    shareSessionField(tx, session, "usageTotals", totals);
}
