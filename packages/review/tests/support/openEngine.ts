import type { AcpStorage } from "@acp-store/persist";
import { createStore } from "zustand/vanilla";
import { createContents } from "../../src/engine/contents.js";
import { createEngine } from "../../src/engine/createEngine.js";
import { createDecisions, type Decisions } from "../../src/engine/decisions.js";
import { createFeedback } from "../../src/engine/feedback.js";
import { createReviewState, type ReviewState } from "../../src/engine/reviewState.js";
import { openReviewStorage } from "../../src/engine/reviewStorage.js";
import type { Blobs, Files } from "../../src/files.js";
import type { AgentOrigin } from "../../src/model/origin.js";
import type { FileVersion } from "../../src/model/version.js";

/** The decisions about files, without agents that are followed. */
export interface OpenEngine extends Pick<Decisions, "keep" | "reject" | "undo" | "redo"> {
  getState(): ReviewState;
  /** Looks at a file that an agent has changed. `before` is the version from before its first change. */
  agentEdited(path: string, by: AgentOrigin, before: FileVersion): Promise<void>;
  agentWrites(path: string, text: string, by: AgentOrigin): Promise<void>;
  /** Looks at files that somebody may have changed. Default: those with changes to decide. */
  look(paths?: readonly string[]): Promise<void>;
}

interface EngineSetup {
  readonly files: Files;
  readonly blobs: Blobs;
  readonly storage: AcpStorage;
  readonly unreportedBy: () => "user" | "unknown";
  readonly now: () => number;
}

export async function openEngine(setup: EngineSetup): Promise<OpenEngine> {
  const { files, blobs, unreportedBy, now } = setup;
  const storage = await openReviewStorage(setup.storage);
  const contents = createContents(files, blobs);
  const store = createStore<ReviewState>(createReviewState);
  const bases = new Map<string, FileVersion>();
  const surroundings: Parameters<typeof createEngine>[0]["surroundings"] = {
    async prepare() {},
    async baseOf(path) {
      const version = bases.get(path);
      return version === undefined ? "current" : { version };
    },
    attribute: (_path, review) => review,
    async onEdit() {},
    keepsDecided: () => false,
  };
  const engine = await createEngine({
    ...{ files, contents, storage, surroundings, unreportedBy, now, store },
  });
  await engine.inOrder(() => engine.look(engine.paths(), unreportedBy()));
  const feedback = createFeedback({ storage, onChange() {} });
  const turns = { get: () => storage.get().turns };
  const isBusy = (): boolean => false;
  const decisions = createDecisions({
    ...{ engine, turns, feedback, contents, isBusy },
    ownerOf: ({ agentId, sessionId }) => ({ agentId, sessionId }),
  });
  const { inOrder } = engine;
  return {
    getState: store.getState,
    keep: (target) => inOrder(() => decisions.keep(target)),
    reject: (target, options) => inOrder(() => decisions.reject(target, options)),
    undo: (actionId) => inOrder(() => decisions.undo(actionId)),
    redo: () => inOrder(() => decisions.redo()),
    agentEdited: (path, by, before) =>
      inOrder(async () => {
        bases.set(path, before);
        await engine.look([path], by);
        bases.delete(path);
      }),
    agentWrites: (path, text, by) => inOrder(async () => void (await engine.write(path, text, by))),
    look: (paths) => inOrder(() => engine.look(paths ?? engine.paths(), unreportedBy())),
  };
}
