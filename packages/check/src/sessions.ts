import { isObject, type JsonObject } from "./json.js";
import {
  getSessionId,
  type Message,
  type RequestMessage,
  type ResponseMessage,
} from "./jsonRpc.js";
import { type Check, formatUnion, listObjects, type MessageContext, quote } from "./check.js";
import { CREATES_SESSION } from "./ids.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type SessionRuleCode =
  | "unknown_session"
  | "early_session"
  | "unlisted_cwd"
  | "deleted_session_listed"
  | "repeated_delete_failed";

export const SESSION_RULES: RuleTable<SessionRuleCode> = {
  unknown_session: {
    severity: "warning",
    side: "both",
    text: "The response to session/new defines the id of a session.",
    link: linkToSpec("session-setup#creating-a-session"),
    tck: listTck("PROMPT-002", "PROMPT-205"),
  },
  early_session: {
    severity: "note",
    side: "agent",
    text: "The response to session/new defines the id of a session.",
    link: linkToSpec("session-setup#creating-a-session"),
    tck: listTck("", ""),
  },
  unlisted_cwd: {
    severity: "violation",
    side: "agent",
    text: "If the client asks for the sessions of a working directory, all listed sessions have that directory.",
    link: linkToSpec("session-list"),
    tck: listTck("LIST-002", "LIST-202 LIST-203"),
  },
  deleted_session_listed: {
    severity: "violation",
    side: "agent",
    text: "A deleted session is no longer listed.",
    link: linkToSpec("session-delete"),
    tck: listTck("", "DELETE-202"),
  },
  repeated_delete_failed: {
    severity: "warning",
    side: "agent",
    text: "Deleting a session that was deleted already succeeds.",
    link: linkToSpec("session-delete"),
    tck: listTck("DELETE-002", "DELETE-203"),
  },
};

/** The methods of the client that need an open session. */
const USES_OPEN_SESSION = /^session\/(?:prompt|cancel|set_mode|set_config_option)$/;

/**
 * Checks that both sides only use sessions that exist: `unknown_session` and `early_session`. A session
 * exists once a response, a client request or a `subagent_update` has mentioned it. Skipped for
 * incomplete traces, where that may have happened before the first frame. Also checks the list of
 * sessions: `unlisted_cwd`, `deleted_session_listed` and `repeated_delete_failed`.
 */
export function createSessionCheck(): Check<SessionRuleCode | "value_not_offered"> {
  const known = new Set<string>();
  /** The first frame that uses a session that is not known yet, by session id. */
  const unknown = new Map<string, number>();
  /** The frame of the response to `session/delete`, by session id. */
  const deletedFrames = new Map<string, number>();
  /** The cursors of all lists. */
  const cursors = new Set<string>();

  function onListRequest(
    { params }: RequestMessage,
    { report }: MessageContext<"value_not_offered">,
  ): void {
    const { cursor } = params;
    if (typeof cursor === "string" && !cursors.has(cursor))
      report("value_not_offered", `The agent has sent no cursor ${quote(cursor)}.`, {
        path: "params.cursor",
        expected: cursors.size === 0 ? "never" : formatUnion(cursors),
        actual: cursor,
      });
  }

  function onDelete(
    { request, isError, errorCode, frame }: ResponseMessage,
    { report }: MessageContext<SessionRuleCode>,
  ): void {
    const sessionId = getSessionId(request?.params);
    if (sessionId === undefined) return;
    const deletedFrame = deletedFrames.get(sessionId);
    if (!isError) deletedFrames.set(sessionId, frame);
    else if (deletedFrame !== undefined)
      report(
        "repeated_delete_failed",
        `The session ${quote(sessionId)} was deleted in frame ${deletedFrame} already.`,
        { path: "error.code", actual: errorCode, relatedFrames: [deletedFrame] },
      );
  }

  function onList(
    { result, request }: ResponseMessage,
    { report }: MessageContext<SessionRuleCode>,
  ): void {
    const cwd = request?.params["cwd"];
    const { nextCursor } = result;
    if (typeof nextCursor === "string") cursors.add(nextCursor);
    for (const [index, session] of listObjects(result["sessions"])) {
      const sessionId = getSessionId(session) ?? "";
      const deletedFrame = deletedFrames.get(sessionId);
      if (deletedFrame !== undefined)
        report(
          "deleted_session_listed",
          `The session ${quote(sessionId)} was deleted in frame ${deletedFrame}.`,
          { path: `result.sessions.${index}`, relatedFrames: [deletedFrame] },
        );
      if (typeof cwd === "string" && !isSameFolder(session["cwd"], cwd))
        report(
          "unlisted_cwd",
          `The client asked for sessions in ${quote(cwd)}, but this one is in ${quote(session["cwd"])}.`,
          { path: `result.sessions.${index}.cwd`, expected: quote(cwd), actual: session["cwd"] },
        );
    }
  }

  return {
    onMessage: (message, context) => {
      const { isComplete, report } = context;
      if (message.kind === "response") {
        if (message.request?.method === "session/delete") onDelete(message, context);
        if (message.request?.method === "session/list") onList(message, context);
      }
      if (!isComplete) return;
      if (message.kind === "request" && message.method === "session/list")
        onListRequest(message, context);
      const isUse =
        message.kind !== "response" &&
        message.dir === "sent" &&
        USES_OPEN_SESSION.test(message.method);
      const used = isUse ? getSessionId(message.params) : undefined;
      if (used !== undefined && !known.has(used))
        report(
          "unknown_session",
          `The client uses the session ${quote(used)}, which it has neither created nor loaded.`,
          { path: "params.sessionId", actual: used },
        );
      for (const sessionId of findIntroducedSessions(message)) {
        known.add(sessionId);
        const frame = unknown.get(sessionId);
        unknown.delete(sessionId);
        // In version 2, updates may arrive before the response that creates their session.
        const isAllowed = message.kind === "response" && context.connection.version === 2;
        if (frame !== undefined && !isAllowed)
          report(
            "early_session",
            `The agent uses the session ${quote(sessionId)} before its id becomes known in frame ${message.frame}.`,
            { frame, dir: "recv", relatedFrames: [message.frame] },
          );
      }
      const sessionId = message.dir === "recv" ? findUsedSession(message) : undefined;
      if (sessionId !== undefined && !known.has(sessionId) && !unknown.has(sessionId))
        unknown.set(sessionId, message.frame);
    },
    onEnd: ({ pendingRequests, report }) => {
      // The response that names the session may follow after the end of the trace.
      if (pendingRequests.some(({ method }) => CREATES_SESSION.test(method))) return;
      for (const [sessionId, frame] of unknown)
        report(
          "unknown_session",
          `The agent uses the session ${quote(sessionId)}, which no response, client message or subagent update mentions.`,
          { frame, dir: "recv", path: "params.sessionId", actual: sessionId },
        );
    },
  };
}

/**
 * Returns whether a listed folder is the requested one. The schema check reports a value that is not
 * a string.
 */
function isSameFolder(listed: unknown, requested: string): boolean {
  const normalize = (path: string): string => path.replace(/(?!^)[/\\]+$/, "");
  return typeof listed !== "string" || normalize(listed) === normalize(requested);
}

function findUsedSession(message: Message): string | undefined {
  if (message.kind === "response" || message.method.startsWith("_")) return undefined;
  return getSessionId(message.params);
}

function findIntroducedSessions(message: Message): string[] {
  if (message.kind === "response") return findSessionsInResult(message.result);
  if (message.dir === "sent") return listSessionIds(message.params);
  const { update } = message.params;
  return isObject(update) && update["sessionUpdate"] === "subagent_update"
    ? listSessionIds(update)
    : [];
}

function findSessionsInResult(result: JsonObject): string[] {
  const listed = listObjects(result["sessions"]).map(([, session]) => session);
  return [result, ...listed].flatMap(listSessionIds);
}

function listSessionIds(value: unknown): string[] {
  const sessionId = getSessionId(value);
  return sessionId === undefined ? [] : [sessionId];
}
