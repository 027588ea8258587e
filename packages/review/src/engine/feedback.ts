import type { SessionKey } from "../follow/followStore.js";
import type { ReviewResult } from "./reviewState.js";
import type { ReviewStorage } from "./reviewStorage.js";
import type { QueuedRejection, SavedFeedback, SavedRejection } from "./savedState.js";

/** The size up to which the differences of rejections are told, in characters. */
const MAX_DIFF = 4000;
/** The number of rejections that are kept. */
const MAX_REJECTIONS = 200;

interface FeedbackParts {
  readonly storage: ReviewStorage;
  readonly onChange: () => void;
}

/** The rejections that agents have not been told, and those that wait for the end of a turn. */
export interface Feedback {
  get(): SavedFeedback;
  add(rejections: readonly SavedRejection[]): Promise<void>;
  /** Holds the rejections of an action back while it is undone, for the files in which that was done. */
  setUndone(result: ReviewResult, isUndone: boolean): Promise<void>;
  /** Removes the rejections of a session. */
  remove(session: SessionKey): Promise<void>;
  /** Returns the text for the next prompt of a session. It counts as told when its turn begins. */
  offer(session: SessionKey): string | undefined;
  /** Returns the sessions with their texts. */
  list(): readonly (SessionKey & { readonly text: string })[];
  /** Removes what the prompt of a turn has told. */
  told(session: SessionKey): Promise<void>;
  setQueued(queued: readonly QueuedRejection[]): Promise<void>;
}

export function createFeedback({ storage, onChange }: FeedbackParts): Feedback {
  const get = (): SavedFeedback => storage.get().feedback;
  const offered = new Map<string, readonly SavedRejection[]>();
  const keyOf = ({ agentId, sessionId }: SessionKey): string =>
    JSON.stringify([agentId, sessionId]);

  async function set(next: Partial<SavedFeedback>): Promise<void> {
    await storage.save({ type: "feedback", feedback: { ...get(), ...next } });
    onChange();
  }
  const toTell = (): readonly SavedRejection[] => get().rejections.filter((each) => !each.undone);
  async function keepOnly(isKept: (rejection: SavedRejection) => boolean): Promise<void> {
    const rejections = get().rejections.filter(isKept);
    if (rejections.length < get().rejections.length) await set({ rejections });
  }

  return {
    get,
    async add(rejections) {
      if (rejections.length === 0) return;
      // After another rejection, nothing can be repeated.
      await set({ rejections: [...toTell(), ...rejections].slice(-MAX_REJECTIONS) });
    },
    async setUndone({ actionId, outcomes }, isUndone) {
      const { rejections } = get();
      const isMeant = (each: SavedRejection): boolean =>
        each.actionId === actionId && outcomes.get(each.path) === "done";
      if (!rejections.some(isMeant)) return;
      await set({
        rejections: rejections.map((each): SavedRejection => {
          if (!isMeant(each)) return each;
          const { undone: _undone, ...rejection } = each;
          return isUndone ? { ...rejection, undone: true } : rejection;
        }),
      });
    },
    remove: (session) => keepOnly((rejection) => keyOf(rejection) !== keyOf(session)),
    offer(session) {
      const rejections = toTell().filter((each) => keyOf(each) === keyOf(session));
      offered.set(keyOf(session), rejections);
      return rejections.length === 0 ? undefined : describeRejections(rejections);
    },
    list() {
      const sessions = new Map(toTell().map((each) => [keyOf(each), each]));
      return Array.from(sessions, ([key, { agentId, sessionId }]) => ({
        ...{ agentId, sessionId },
        text: describeRejections(toTell().filter((each) => keyOf(each) === key)),
      }));
    },
    async told(session) {
      const rejections = offered.get(keyOf(session)) ?? [];
      offered.delete(keyOf(session));
      await keepOnly((rejection) => !rejections.includes(rejection));
    },
    setQueued: (queued) => set({ queued }),
  };
}

/** Describes rejections for an agent. */
function describeRejections(rejections: readonly SavedRejection[]): string {
  const lines = ["The user has rejected these changes. The files contain the old lines again:"];
  let length = 0;
  for (const path of new Set(rejections.map((each) => each.path))) {
    lines.push("", path);
    for (const { diff } of rejections.filter((each) => each.path === path)) {
      length += diff.length;
      if (length <= MAX_DIFF) lines.push("```diff", diff.trimEnd(), "```");
    }
  }
  return lines.join("\n");
}
