import {
  type AcpState,
  type AcpStore,
  type FileChange,
  getCommandLine,
  isAmbiguousOption,
  isChangesDiff,
  isTextDiff,
  type Permission,
  selectPermissionTitle,
  type Session,
  type ToolCallContent,
} from "@acp-store/core";
import type { RedactEntity } from "@acp-store/mirror";
import { getLineDiff, getPatchDiffs } from "@acp-store/ui/diff";
import { getToolCallTitle } from "@acp-store/ui";
import { describeChange } from "./changedLines.js";

/** The tables and fields of a session that a phone gets. Messages, tool calls and files are not sent. */
export const PHONE_SESSION_PARTS: readonly (keyof Session)[] = [
  "activity",
  "closed",
  "detached",
  "info",
  "lastActivityAt",
  "openTurns",
  "parentSessionId",
  "pendingPermissions",
  "permissions",
  "restored",
];

/** The longest text of a request that is sent, in characters. */
const MAX_LENGTH = 4_000;

const TOO_LONG = "This is too long to show here. To allow it, review it on your computer.";

/** Replaces everything that a phone gets by the parts that it shows. */
export function createPhoneRedaction(store: AcpStore): RedactEntity {
  return (_entity, { table, id, sessionId = "" }) => {
    const state = store.getState();
    const { sessions, catalog, elicitations } = state;
    const session = sessions.get(sessionId);
    switch (table) {
      case "permissions": {
        const permission = session?.permissions.get(id);
        return permission && session ? summarizePermission(state, session, permission) : {};
      }
      case "catalog": {
        const { title, updatedAt, lastActivityAt } = catalog.get(id) ?? {};
        return { sessionId: id, title, updatedAt, lastActivityAt };
      }
      case "elicitations": {
        const {
          url: _url,
          requestedSchema: _schema,
          content: _content,
          _meta,
          ...shown
        } = elicitations.get(id) ?? {};
        return shown;
      }
      default:
        return {};
    }
  };
}

function summarizePermission(
  state: AcpState,
  session: Session,
  permission: Permission,
): Permission {
  const { toolCall, description = "", subject, rule: _rule, _meta, ...shown } = permission;
  const call = session.toolCalls.get(permission.toolCallId ?? "");
  const content = toolCall?.content?.length ? toolCall.content : (call?.content ?? []);
  const kind = toolCall?.kind ?? call?.kind;
  const command =
    subject?.type === "command"
      ? subject.command
      : (getCommandLine(toolCall?.rawInput) ?? getCommandLine(call?.rawInput));
  const changes = content.flatMap((item) => summarizeChanges(item, session.cwd));
  const title = getToolCallTitle(selectPermissionTitle(state, permission), kind);
  const callTitle = toolCall?.title || call?.title;
  // Nobody should allow a request without having seen all of it.
  const isIncomplete = [title, callTitle, command, description].some(
    (text = "") => text.length > MAX_LENGTH,
  );
  const options = permission.options.map(({ optionId, name, kind: optionKind }) => ({
    ...{ optionId, name, kind: optionKind },
  }));
  const safeOptions = options.filter(
    ({ optionId, kind: optionKind }) =>
      optionKind.startsWith("reject") && !isAmbiguousOption(options, optionId),
  );
  return {
    ...shown,
    title: shorten(title),
    options: isIncomplete ? safeOptions : options,
    description: isIncomplete ? `${TOO_LONG} ${shorten(description)}` : description,
    // The folder is not sent.
    ...(command !== undefined && {
      subject: { type: "command", command: shorten(command), cwd: "" },
    }),
    toolCall: {
      toolCallId: permission.toolCallId ?? "",
      ...(kind && { kind }),
      ...(callTitle && { title: shorten(callTitle) }),
      ...(changes.length > 0 && { content: [{ type: "diff", changes }] }),
    },
  };
}

function summarizeChanges(item: ToolCallContent, cwd: string | undefined): readonly FileChange[] {
  if (isTextDiff(item)) {
    const { added, removed } = getLineDiff(item);
    const operation = (item.oldText ?? "") === "" ? "add" : "modify";
    return [describeChange({ operation, path: relativePath(item.path, cwd) }, { added, removed })];
  }
  if (!isChangesDiff(item)) return [];
  return item.changes.map(({ operation, path = "" }) => {
    const diffs = getPatchDiffs(item, path);
    return describeChange(
      { operation, path: relativePath(path, cwd) },
      {
        added: diffs.reduce((sum, diff) => sum + diff.added, 0),
        removed: diffs.reduce((sum, diff) => sum + diff.removed, 0),
      },
    );
  });
}

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** Returns a path relative to the agent's folder, or the path itself if it is outside. */
function relativePath(path: string, cwd = ""): string {
  const rest = cwd !== "" && path.startsWith(cwd) ? path.slice(cwd.length) : "";
  return /^[\\/]./.test(rest) ? rest.slice(1) : path;
}
