import {
  type AcpState,
  countDiffLines,
  type DiffItem,
  type FileChange,
  getCommandLine,
  isAmbiguousOption,
  isChangesDiff,
  isTextDiff,
  type Permission,
  selectPermissionTitle,
  selectToolCall,
  type Session,
  type StateField,
  type ToolCallContent,
} from "@acp-store/core";
import type { RedactEntity } from "@acp-store/mirror";
import { withChangedLines } from "../client/phoneMessages.js";

/** The parts of a session that a phone gets. Messages, tool calls and files are not sent. */
export const PHONE_SESSION_PARTS: readonly (keyof Session)[] = [
  "activity",
  "closed",
  "openTurns",
  "parentSessionId",
  "pendingPermissions",
  "permissions",
  "subagents",
];

/** The parts at the top of the state that a phone gets. The connection and the agent have paths and accounts. */
export const PHONE_STATE_PARTS: readonly StateField[] = [
  "catalog",
  "elicitations",
  "pendingElicitations",
];

/** The longest text that is sent, in UTF-16 code units. */
const MAX_LENGTH = 4_000;
/** The number of changed files that are listed. */
const MAX_FILES = 500;

const TOO_LONG = "This is too long to show here. To allow it, review it on your computer.";

/** Replaces everything that a phone gets with the fields that it shows. */
export const redactForPhone: RedactEntity = (_entity, { table, id, sessionId = "" }, state) => {
  switch (table) {
    case "permissions": {
      const permission = state.sessions.get(sessionId)?.permissions.get(id);
      return permission === undefined ? {} : summarizePermission(state, permission);
    }
    case "subagents": {
      const { title } = state.sessions.get(sessionId)?.subagents.get(id) ?? {};
      return { sessionId: id, title: title && shorten(title) };
    }
    case "catalog": {
      const { title, updatedAt, lastActivityAt, archived } = state.catalog.get(id) ?? {};
      return { sessionId: id, title: title && shorten(title), updatedAt, lastActivityAt, archived };
    }
    case "elicitations": {
      const elicitation = state.elicitations.get(id);
      if (elicitation === undefined) return {};
      const { elicitationId, mode, message, status, requestedAt } = elicitation;
      const { sessionId: session } = elicitation;
      return {
        ...{ elicitationId, mode, message: shorten(message), status, requestedAt },
        sessionId: session,
      };
    }
    default:
      return {};
  }
};

/**
 * Returns whether a phone may give an answer. Nobody can allow a request on a phone that does not show all
 * of it. A settled request takes any answer, so that the phone is told who was faster.
 */
export function isOfferedOnPhone(
  state: AcpState,
  permission: Permission,
  optionId: string,
): boolean {
  const { options } = summarizePermission(state, permission);
  return options.some((option) => option.optionId === optionId);
}

type PermissionSummary = Partial<Permission> & Pick<Permission, "options">;

function summarizePermission(state: AcpState, permission: Permission): PermissionSummary {
  const { permissionId, sessionId, status, requestedAt, ordinal } = permission;
  const { policyPending, optionId } = permission;
  return {
    ...{ permissionId, sessionId, status, requestedAt, ordinal },
    ...(policyPending && { policyPending }),
    ...(optionId !== undefined && { optionId }),
    ...(status === "pending"
      ? summarizeRequest(state, permission)
      : { options: summarizeOptions(permission) }),
  };
}

function summarizeRequest(state: AcpState, permission: Permission): PermissionSummary {
  const { toolCall, toolCallId = "", description = "", subject, sessionId } = permission;
  const call = selectToolCall(state, sessionId, toolCallId);
  const kind = toolCall?.kind ?? call?.kind;
  const title = selectPermissionTitle(state, permission);
  const callTitle = toolCall?.title || call?.title;
  const command =
    subject?.type === "command"
      ? subject.command
      : (getCommandLine(toolCall?.rawInput) ?? getCommandLine(call?.rawInput));
  const content = toolCall?.content?.length ? toolCall.content : (call?.content ?? []);
  const cwd = state.sessions.get(sessionId)?.cwd;
  const diffs = content.filter(({ type }) => type === "diff");
  const changes = diffs.slice(0, MAX_FILES).flatMap((item) => summarizeChanges(item, cwd));
  const shown = changes.slice(0, MAX_FILES);
  const texts = [title, callTitle, command, description, ...shown.map(({ path }) => path)];
  // Nobody should allow a request without having seen all of it.
  const isIncomplete =
    texts.some(isTooLong) || diffs.length > MAX_FILES || changes.length > MAX_FILES;
  return {
    ...(title !== undefined && { title: shorten(title) }),
    ...(isIncomplete && { description: `${TOO_LONG} ${shorten(description)}` }),
    ...(!isIncomplete && description && { description }),
    // The folder of a command is not sent.
    ...(command !== undefined && {
      subject: { type: "command", command: shorten(command), cwd: "" },
    }),
    toolCallId,
    toolCall: {
      toolCallId,
      ...(kind && { kind }),
      ...(callTitle && { title: shorten(callTitle) }),
      ...(shown.length > 0 && { content: [{ type: "diff", changes: shown }] }),
    },
    options: summarizeOptions(permission, isIncomplete),
  };
}

/** Returns the options, or only those that certainly reject. */
function summarizeOptions(
  { options }: Permission,
  onlyRejecting: boolean = false,
): Permission["options"] {
  return options
    .filter(
      ({ kind, optionId }) =>
        !onlyRejecting || (kind.startsWith("reject") && !isAmbiguousOption(options, optionId)),
    )
    .map(({ optionId, name, kind }) => ({ optionId, name: shorten(name), kind }));
}

/** Returns the files that a diff changes, with the numbers of lines in place of the lines. */
function summarizeChanges(item: ToolCallContent, cwd: string | undefined): readonly FileChange[] {
  if (item.type !== "diff") return [];
  const lines = countDiffLines(item);
  return changesOf(item).map(({ operation, path, oldPath }, index) =>
    withChangedLines(
      {
        operation,
        ...(path !== undefined && { path: shorten(relativePath(path, cwd)) }),
        ...(oldPath !== undefined && { oldPath: shorten(relativePath(oldPath, cwd)) }),
      },
      lines[index] ?? { added: 0, removed: 0 },
    ),
  );
}

function changesOf(item: DiffItem): readonly FileChange[] {
  if (isChangesDiff(item)) return item.changes;
  return isTextDiff(item) ? [{ operation: item.oldText ? "modify" : "add", path: item.path }] : [];
}

function shorten(text: string): string {
  return isTooLong(text) ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function isTooLong(text: string = ""): boolean {
  return text.length > MAX_LENGTH;
}

/** Returns a path relative to the folder of the session, or the path itself if it is outside. */
function relativePath(path: string, cwd = ""): string {
  const rest = cwd !== "" && path.startsWith(cwd) ? path.slice(cwd.length) : "";
  return /^[\\/]./.test(rest) ? rest.slice(1) : path;
}
