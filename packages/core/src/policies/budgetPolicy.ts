import type { ContentBlock } from "../state/content.js";
import type { SessionId } from "../state/entities.js";
import type { AcpStore } from "../store/types.js";
import { type Budget, type BudgetUse, selectBudgetUses } from "./selectBudgetUses.js";

/** The options of {@link budgetPolicy}. */
export interface BudgetOptions extends Budget {
  /** Called before a prompt when a limit is nearly spent, once for each limit and session. */
  readonly onWarning?: (use: BudgetUse, sessionId: SessionId) => void;
  /**
   * Resolves to whether to send a prompt although a limit is spent. Default: asks with a form in the session,
   * which every panel and mirror shows above its composer.
   */
  readonly ask?: (use: BudgetUse, sessionId: SessionId) => Promise<boolean>;
}

/**
 * Creates a `beforePrompt` for `connectAgent` that asks the user before a prompt when a budget is spent. If the
 * user says no, the prompt is rejected, and a composer keeps its text. Agents report costs while they work,
 * so a turn can exceed the limit. Prompts to an agent that reports no costs are always sent.
 *
 * @example
 * ```ts
 * const limits = [{ currency: "USD", amount: 5, per: "session" }] as const;
 * const agent = await connectAgent(store, source, { beforePrompt: budgetPolicy(store, { limits }) });
 * ```
 */
export function budgetPolicy(
  store: Pick<AcpStore, "getState" | "requestElicitation">,
  { onWarning, ask = (...args) => askInSession(store, ...args), ...budget }: BudgetOptions,
): (sessionId: SessionId, prompt: readonly ContentBlock[]) => Promise<readonly ContentBlock[]> {
  const warned = new Set<string>();

  function warn(use: BudgetUse, sessionId: SessionId): void {
    const key = JSON.stringify([use.limit, use.limit.per === "session" && sessionId]);
    if (warned.has(key)) return;
    warned.add(key);
    onWarning?.(use, sessionId);
  }

  return async (sessionId, prompt) => {
    const uses = selectBudgetUses(store.getState(), sessionId, budget);
    for (const use of uses) warn(use, sessionId);
    for (const use of uses)
      if (use.spent >= use.limit.amount && !(await ask(use, sessionId)))
        throw new Error(`The prompt was not sent, because ${describe(use)}.`);
    return prompt;
  };
}

async function askInSession(
  store: Pick<AcpStore, "requestElicitation">,
  use: BudgetUse,
  sessionId: SessionId,
): Promise<boolean> {
  const { action } = await store.requestElicitation(
    {
      ...{ sessionId, mode: "form" },
      message: `Send the prompt, although ${describe(use)}?`,
      requestedSchema: { type: "object", properties: {} },
    },
    { buttons: { accept: "Send anyway", decline: "Do not send" } },
  );
  return action === "accept";
}

function describe({ limit, spent }: BudgetUse): string {
  const { amount, currency, per } = limit;
  const subject = per === "session" ? "this session" : "this agent";
  return `${subject} has cost ${toAmount(spent)} ${currency} of its budget of ${amount} ${currency}`;
}

/** Returns an amount with two decimals, or with more if it is less than one unit, such as half a cent. */
function toAmount(amount: number): string {
  return amount < 1 ? String(Number(amount.toPrecision(2))) : amount.toFixed(2);
}
