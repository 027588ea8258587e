import type { AcpPatch } from "../commit/patch.js";
import type { Diagnostic } from "../diagnostics.js";
import type { AcpEvent } from "../events/event.js";
import { EMPTY_ARRAY } from "../persistent/emptyArray.js";
import type { Notifier } from "./notifier.js";

/**
 * A JSON-RPC message as the client saw it, or a line that the agent wrote to stderr. Each line of a
 * trace file is one frame.
 */
export interface Frame {
  /**
   * The direction of a message: received from the agent, or sent to it. `stderr` for a line on the
   * agent's stderr.
   */
  readonly dir: "recv" | "sent" | "stderr";
  /** The JSON-RPC message, parsed but not validated. For `stderr`, the text of the line. */
  readonly msg: unknown;
  /** When the message or line was seen, in milliseconds. Default: the store's clock. */
  readonly t?: number;
  /** The name of the agent, in a trace of several agents. A store has one agent, and ignores it. */
  readonly agent?: string;
}

/**
 * A message on the connection, reported before the commits it causes, or a line on the agent's
 * stderr, which causes none. Params passed to `ingest` are reported as the `session/update`
 * notification that carried them.
 */
export interface FrameRecord {
  readonly type: "frame";
  /** The message or line, with the time it was seen. */
  readonly frame: Frame & { readonly t: number };
}

/** The event of a replica's commit. A replica gets patches, not the events that led to them. */
export interface PatchesAppliedEvent {
  readonly type: "patches_applied";
  /** When the replica applied the patches, in ms of its clock. */
  readonly at: number;
}

/** One change of the state: the event, and patches that lead to the next state and back. */
export interface CommitRecord {
  readonly type: "commit";
  /** The message that caused the commit. Absent for an action of the user or the application. */
  readonly frame?: FrameRecord["frame"];
  /** The event that was applied, with its time. */
  readonly event: AcpEvent | PatchesAppliedEvent;
  /** Lead from the previous state to the next one, see `applyAcpPatches`. */
  readonly patches: readonly AcpPatch[];
  /** Lead from the next state back to the previous one, applied in this order. */
  readonly inversePatches: readonly AcpPatch[];
}

/** A problem with a message. */
export interface DiagnosticRecord {
  readonly type: "diagnostic";
  /** The message that has the problem. */
  readonly frame?: FrameRecord["frame"];
  /** The problem. */
  readonly diagnostic: Diagnostic;
  /** When the problem was found, in milliseconds of the store's clock. */
  readonly at: number;
}

/** A record that `inspect` reports. */
export type InspectRecord = FrameRecord | CommitRecord | DiagnosticRecord;

/** The callbacks registered with `inspect`, and the message that is being processed. */
export interface Inspectors {
  add(inspector: (record: InspectRecord) => void): () => void;
  /** Returns whether there are any. Without them, no patches and no records are made. */
  areActive(): boolean;
  /** Reports a message. Records that are reported until {@link endFrame} belong to it. */
  beginFrame(frame: FrameRecord["frame"]): void;
  /** Ends the processing of a message. Must run even if the processing throws. */
  endFrame(): void;
  reportCommit(
    event: CommitRecord["event"],
    patches: readonly AcpPatch[],
    inversePatches: readonly AcpPatch[],
  ): void;
  reportDiagnostic(diagnostic: Diagnostic, at: number): void;
  /** Runs application code. Writes that it makes are not part of the current message. */
  runOutsideFrame<Input>(run: (input: Input) => void, input: Input): void;
}

/** Creates the list of inspectors. `attempt` calls one and collects the error if it throws. */
export function createInspectors(attempt: Notifier["attempt"]): Inspectors {
  let inspectors: readonly { readonly listener: (record: InspectRecord) => void }[] = EMPTY_ARRAY;
  let currentFrame: FrameRecord["frame"] | undefined;

  function add(listener: (record: InspectRecord) => void): () => void {
    const inspector = { listener };
    inspectors = [...inspectors, inspector];
    return () => void (inspectors = inspectors.filter((other) => other !== inspector));
  }

  function callAll(record: InspectRecord): void {
    for (const { listener } of inspectors) attempt(listener, record);
  }

  function report(record: InspectRecord): void {
    runOutsideFrame(callAll, record);
  }

  function runOutsideFrame<Input>(run: (input: Input) => void, input: Input): void {
    const frame = currentFrame;
    currentFrame = undefined;
    run(input);
    currentFrame = frame;
  }

  return {
    add,
    areActive: () => inspectors.length > 0,
    beginFrame: (frame) => {
      report({ type: "frame", frame });
      currentFrame = frame;
    },
    endFrame: () => void (currentFrame = undefined),
    reportCommit: (event, patches, inversePatches) =>
      report(
        currentFrame === undefined
          ? { type: "commit", event, patches, inversePatches }
          : { type: "commit", frame: currentFrame, event, patches, inversePatches },
      ),
    reportDiagnostic: (diagnostic, at) =>
      report({ type: "diagnostic", ...(currentFrame && { frame: currentFrame }), diagnostic, at }),
    runOutsideFrame,
  };
}
