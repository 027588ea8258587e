import { type Committer, unreadableMessage } from "../commit/createCommitter.js";
import { ACCEPTED, type Diagnostic, type IngestResult, mergeResults } from "../diagnostics.js";
import { limitMessage } from "../depth.js";
import type { Inspectors } from "../notify/inspectors.js";
import type { Replays } from "../merge/createReplays.js";
import type { AcpEventBody } from "../events/event.js";
import type { RejectFromAgent } from "./namedSessions.js";
import type { AcpStore } from "./types.js";
import { type NotificationPaths, parseSessionUpdate } from "../wire/sessionUpdate.js";

/**
 * Processes the params of a `session/update`. `paths` are the positions in the argument, and `earlier`
 * the problems that were found in it before.
 */
export type Ingest = (
  params: unknown,
  paths: NotificationPaths,
  at: number,
  earlier?: readonly Diagnostic[],
) => IngestResult;

/** The positions of the params and of the update in the argument of `AcpStore.ingest`. */
const PATHS: NotificationPaths = { params: [], update: ["update"] };

/**
 * Creates the path that every `session/update` takes: parse the params into events, commit each of
 * them, and let the committer notify the listeners. The updates of a replay pass `replays`. `ingest`
 * is the function of the store, and `ingestParams` the one for a message that was observed.
 */
export function createIngest(
  committer: Committer,
  inspectors: Inspectors,
  replays: Replays,
  rejectFromAgent: RejectFromAgent,
): { readonly ingest: AcpStore["ingest"]; readonly ingestParams: Ingest } {
  function parse(params: unknown, paths: NotificationPaths): ReturnType<typeof parseSessionUpdate> {
    try {
      return parseSessionUpdate(committer.tree.root.protocolVersion, params, paths);
    } catch (error) {
      return { diagnostics: [unreadableMessage(error, params)] };
    }
  }

  function rejectNewSubagent(
    events: readonly AcpEventBody[],
    path: Diagnostic["path"],
    at: number,
  ): IngestResult | undefined {
    const [event] = events;
    if (event?.type !== "subagent" || committer.tree.find(event.childSessionId) !== undefined)
      return undefined;
    return rejectFromAgent(event.childSessionId, path, at);
  }

  function ingest(sent: unknown): IngestResult {
    const at = committer.now();
    const limited = limitMessage(sent);
    const params = limited === undefined ? sent : limited.value;
    if (!inspectors.areActive()) return ingestParams(params, PATHS, at, limited?.diagnostics);
    const msg = { jsonrpc: "2.0", method: "session/update", params };
    inspectors.beginFrame({ t: at, dir: "recv", msg });
    try {
      return ingestParams(params, PATHS, at, limited?.diagnostics);
    } finally {
      inspectors.endFrame();
    }
  }

  const ingestParams: Ingest = (params, paths, at, earlier) => {
    const { events, diagnostics: found } = parse(params, paths);
    const all = earlier === undefined ? found : [...earlier, ...found];
    const diagnostics = committer.report(all, at);
    const sessionId = events?.[0]?.sessionId;
    if (events === undefined || sessionId === undefined) return { accepted: false, diagnostics };
    const rejected =
      rejectFromAgent(sessionId, paths.params, at) ?? rejectNewSubagent(events, paths.update, at);
    if (rejected !== undefined) return rejected;
    let result: IngestResult =
      diagnostics.length === 0 ? ACCEPTED : { accepted: true, diagnostics };
    const replayed = replays.handle(sessionId, events, paths.update, at);
    if (replayed !== undefined) return mergeResults(result, replayed);
    for (const event of events) {
      const committed = committer.tryCommit(event, at, paths.update);
      if (committed !== ACCEPTED) result = mergeResults(result, committed);
    }
    return result;
  };

  return { ingest, ingestParams };
}
