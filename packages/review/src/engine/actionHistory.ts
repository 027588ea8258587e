import type { ReviewAction } from "./reviewState.js";
import type { ReviewStorage, SavedActions, UndoStep } from "./reviewStorage.js";

/** The number of decisions that can be undone. */
const MAX_STEPS = 100;

/** The decisions that can be undone and repeated. */
export interface ActionHistory {
  /** Adds a step to the end of `undo` or `redo`. Steps of one action are joined. */
  add(list: keyof SavedActions, step: UndoStep): Promise<void>;
  remove(list: keyof SavedActions, actionId: string): Promise<void>;
  clearRedo(): Promise<void>;
  /** Returns a step, by default the newest. */
  find(list: keyof SavedActions, actionId?: string): UndoStep | undefined;
  list(list: keyof SavedActions): readonly ReviewAction[];
}

export function createActionHistory(
  saved: SavedActions,
  storage: Pick<ReviewStorage, "writeActions">,
  onChange: () => void,
): ActionHistory {
  let actions = saved;

  async function set(list: keyof SavedActions, steps: readonly UndoStep[]): Promise<void> {
    actions = { ...actions, [list]: steps.slice(-MAX_STEPS) };
    await storage.writeActions(actions);
    onChange();
  }

  return {
    async add(list, step) {
      const known = actions[list].find(({ actionId }) => actionId === step.actionId);
      const paths = new Set(step.files.map(({ path }) => path));
      const others = known?.files.filter(({ path }) => !paths.has(path)) ?? [];
      const joined = { ...step, files: [...others, ...step.files] };
      await set(list, [...actions[list].filter((other) => other !== known), joined]);
    },
    remove: (list, actionId) =>
      set(
        list,
        actions[list].filter((step) => step.actionId !== actionId),
      ),
    async clearRedo() {
      if (actions.redo.length > 0) await set("redo", []);
    },
    find: (list, actionId) =>
      actionId === undefined
        ? actions[list].at(-1)
        : actions[list].find((step) => step.actionId === actionId),
    list: (list) =>
      actions[list].map(({ actionId, kind, at, files }) => ({
        ...{ actionId, kind, at },
        paths: files.map(({ path }) => path),
      })),
  };
}
