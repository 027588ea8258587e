import type { Committer } from "../commit/createCommitter.js";
import type { IngestResult } from "../diagnostics.js";
import type { AcpEventBody } from "../events/event.js";
import type { Replays } from "../merge/createReplays.js";
import type { ParsedResponse } from "../wire/clientRequest.js";

interface CommitParts {
  readonly committer: Committer;
  readonly replays: Replays;
}

/** Commits the events of a message, and reports what was wrong with it. */
export function commitParsed(
  parts: CommitParts,
  { events, diagnostics: found, rejected }: ParsedResponse,
  at: number,
): IngestResult {
  const diagnostics = parts.committer.report(found, at);
  const results = commitAll(parts, events, at);
  return {
    accepted: rejected !== true && results.every(({ accepted }) => accepted),
    diagnostics: [...diagnostics, ...results.flatMap((result) => result.diagnostics)],
  };
}

/** Commits events in their order, each prepared for the replay that it may begin or end. */
export function commitAll(
  { committer, replays }: CommitParts,
  events: readonly AcpEventBody[],
  at: number,
): IngestResult[] {
  const prepared = events.map((event) => replays.prepare(event, at));
  return prepared.map((event) => committer.tryCommit(event, at));
}
