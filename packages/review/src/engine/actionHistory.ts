import type { ReviewAction } from "./reviewState.js";
import type { ReviewStorage } from "./reviewStorage.js";
import type { SavedActions, UndoStep } from "./savedState.js";

/** The decisions that can be undone and repeated. */
export interface ActionHistory {
  remove(list: keyof SavedActions, actionId: string): Promise<void>;
  clearRedo(): Promise<void>;
  /** Returns a step, by default the newest. */
  find(list: keyof SavedActions, actionId?: string): UndoStep | undefined;
  list(list: keyof SavedActions): readonly ReviewAction[];
}

export function createActionHistory(storage: ReviewStorage, onChange: () => void): ActionHistory {
  const stepsOf = (list: keyof SavedActions): readonly UndoStep[] => storage.get().actions[list];

  async function remove(list: keyof SavedActions, actionId: string): Promise<void> {
    await storage.save({ type: "no_step", list, actionId });
    onChange();
  }

  return {
    remove,
    async clearRedo() {
      for (const { actionId } of stepsOf("redo")) await remove("redo", actionId);
    },
    find: (list, actionId) =>
      actionId === undefined
        ? stepsOf(list).at(-1)
        : stepsOf(list).find((step) => step.actionId === actionId),
    list: (list) =>
      stepsOf(list).map(({ actionId, kind, at, files }) => ({
        ...{ actionId, kind, at },
        paths: files.map(({ path }) => path),
      })),
  };
}
