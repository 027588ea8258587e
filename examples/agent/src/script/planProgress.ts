import type { PlanStep, Turn } from "@acp-store/testing";

/** The plan of a turn and its current step. */
export interface PlanProgress {
  /** Completes the current step and starts the next one, optionally under a new name. */
  next(name?: string): Promise<void>;
  /** Renames the current step. */
  rename(name: string): Promise<void>;
}

/** Sends the plan with every step pending. */
export async function startPlan(turn: Turn, names: readonly string[]): Promise<PlanProgress> {
  let current = -1;
  const entries = names.map(
    (content, at): PlanStep => ({
      content,
      priority: at === 0 ? "high" : at === names.length - 1 ? "low" : "medium",
      status: "pending",
    }),
  );
  const set = (at: number, change: Partial<PlanStep>): void => {
    const entry = entries[at];
    if (entry) entries[at] = { ...entry, ...change };
  };
  const show = (): Promise<void> => turn.plan([...entries]);

  await show();
  return {
    async next(name) {
      set(current, { status: "completed" });
      current += 1;
      set(current, { status: "in_progress", ...(name !== undefined && { content: name }) });
      await show();
    },
    async rename(name) {
      set(current, { content: name });
      await show();
    },
  };
}
