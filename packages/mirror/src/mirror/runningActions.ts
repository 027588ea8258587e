import type { ActionName } from "@acp-store/core/actions";
import type { RunningActionStats } from "@acp-store/core/replica";
import { AcpMirrorError, knownReason } from "../errors.js";
import { randomId } from "../randomId.js";
import type { DownMessage, UpMessage } from "../wire.js";

/** The actions that were sent to the owner and have no result yet. */
export interface RunningActions {
  /** Sends an action. The promise rejects with an {@link AcpMirrorError} if it is refused. */
  run(name: ActionName, args: readonly unknown[]): Promise<unknown>;
  receive(result: Extract<DownMessage, { type: "result" }>): void;
  /** Sends the running actions again after a link was made. Actions for another owner are uncertain. */
  begin(epoch: string): void;
  /** Records that the link has broken, and the time of the last message from the owner. */
  end(heardAt: number): void;
  /**
   * Sends actions again that have had no result for a while, and gives up if the link stays broken.
   */
  retry(): void;
  stats(): readonly RunningActionStats[];
  /** Rejects everything as uncertain. */
  close(): void;
}

interface RunningAction {
  readonly message: Extract<UpMessage, { type: "action" }>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AcpMirrorError) => void;
  readonly startedAt: number;
  sentAt: number;
  /** The number of times that it was sent again. */
  resends: number;
}

const SEND_AGAIN_MS = 1_000;
const MAX_SEND_AGAIN_MS = 30_000;
/** A running action survives a broken link for this long, in ms. */
const PATIENCE_MS = 10_000;
/**
 * An owner that was silent for longer, for example because this device slept, may have forgotten the
 * actions, and would run them again. Owners remember them for 30 s.
 */
const MAX_SILENCE_MS = 26_000;

/** Creates the {@link RunningActions} of a mirror. */
export function createRunningActions(
  epochOf: () => string | undefined,
  send: (message: UpMessage) => void,
): RunningActions {
  const mirrorId = randomId();
  const running = new Map<string, RunningAction>();
  let count = 0;
  let lostAt: number | undefined;
  let heardAt = 0;

  function run(name: ActionName, given: readonly unknown[]): Promise<unknown> {
    // JSON would make `null` of options that are left out.
    const args = given.at(-1) === undefined ? given.slice(0, -1) : given;
    const epoch = epochOf();
    if (epoch === undefined)
      return Promise.reject(
        new AcpMirrorError(
          "offline",
          "There is no connection to the owner, so nothing was sent. Try again when it is back.",
          name,
        ),
      );
    const id = `${mirrorId}.${++count}`;
    const message = { type: "action", epoch, id, name, args } as const;
    return new Promise((resolve, reject) => {
      const now = Date.now();
      running.set(id, { message, resolve, reject, startedAt: now, sentAt: now, resends: 0 });
      send(message);
    });
  }

  function receive(result: Extract<DownMessage, { type: "result" }>): void {
    const action = running.get(result.id);
    if (action === undefined) return;
    running.delete(result.id);
    if (!("error" in result)) return action.resolve(result.value);
    const { reason, message, settled, code } = result.error;
    const { name } = action.message;
    action.reject(new AcpMirrorError(knownReason(reason), message, name, settled, code));
  }

  function giveUp(isLost: (action: RunningAction) => boolean): void {
    for (const [id, action] of running) {
      if (!isLost(action)) continue;
      running.delete(id);
      action.reject(
        new AcpMirrorError(
          "uncertain",
          "The connection to the owner broke while the action was running, so it may or may not have been carried out. Check the state before you try again.",
          action.message.name,
        ),
      );
    }
  }

  function begin(epoch: string): void {
    const isTooLate = lostAt !== undefined && Date.now() - heardAt >= MAX_SILENCE_MS;
    lostAt = undefined;
    giveUp(({ message }) => isTooLate || message.epoch !== epoch);
    for (const action of running.values()) sendAgain(action);
  }

  function sendAgain(action: RunningAction): void {
    action.sentAt = Date.now();
    action.resends++;
    send(action.message);
  }

  function retry(): void {
    const now = Date.now();
    if (lostAt !== undefined && now - lostAt >= PATIENCE_MS) giveUp(() => true);
    if (epochOf() === undefined) return;
    for (const action of running.values()) {
      if (now - action.sentAt < Math.min(SEND_AGAIN_MS * 2 ** action.resends, MAX_SEND_AGAIN_MS))
        continue;
      sendAgain(action);
    }
  }

  return {
    run,
    receive,
    begin,
    end(lastHeardAt) {
      lostAt = Date.now();
      heardAt = lastHeardAt;
    },
    retry,
    stats: () =>
      Array.from(running.values(), ({ message, startedAt, resends }) => ({
        action: message.name,
        startedAt,
        resends,
      })),
    close: () => giveUp(() => true),
  };
}
