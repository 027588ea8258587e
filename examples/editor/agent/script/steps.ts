import type { Step } from "../act.js";
import type { Turn } from "../turn.js";

/** The plan of a turn, which moves from step to step. */
export interface Steps {
  /** Ends the step that runs, and begins the next one, under a new name where one is given. */
  next(name?: string): Promise<void>;
  /** Puts another name on the step that runs. */
  rename(name: string): Promise<void>;
}

/** Shows the plan with every step pending. */
export async function showSteps(turn: Turn, names: readonly string[]): Promise<Steps> {
  let current = -1;
  const entries = names.map(
    (content, at): Step => ({
      content,
      priority: at === 0 ? "high" : at === names.length - 1 ? "low" : "medium",
      status: "pending",
    }),
  );
  const set = (at: number, change: Partial<Step>): void => {
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
