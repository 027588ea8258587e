import type { SessionEventBody } from "../../events/event.js";
import { isObject, type JsonObject } from "../../json.js";
import type { UpdateKind } from "../update.js";

/**
 * Agents that run commands themselves show the output in the `_meta` of a tool call: a convention
 * of version 1, where only the client has terminals.
 */
export function withTerminalMeta(kind: UpdateKind): UpdateKind {
  return {
    ...kind,
    toEvents: (sessionId, update) => {
      const events = kind.toEvents(sessionId, update);
      const meta = update["_meta"];
      if (!isObject(meta) || !namesTerminal(meta)) return events;
      return [...events, ...terminalEvents(sessionId, meta)];
    },
  };
}

function namesTerminal(meta: JsonObject): boolean {
  for (const key in meta) if (key.startsWith("terminal_")) return true;
  return false;
}

function terminalEvents(sessionId: string, meta: JsonObject): SessionEventBody[] {
  const info = terminalPart(meta["terminal_info"]);
  const exit = terminalPart(meta["terminal_exit"]);
  const outputs = [meta["terminal_output"], meta["terminal_output_delta"]].flatMap((part) => {
    const output = terminalPart(part);
    return output && typeof output["data"] === "string" ? [output] : [];
  });
  return [
    ...(info
      ? [terminal(sessionId, info, typeof info["cwd"] === "string" ? { cwd: info["cwd"] } : {})]
      : []),
    ...outputs.map(
      (output): SessionEventBody => ({
        type: "terminal_output",
        sessionId,
        terminalId: output["terminal_id"] as string,
        data: { text: output["data"] as string },
      }),
    ),
    ...(exit ? [terminal(sessionId, exit, { exitStatus: exitStatus(exit) })] : []),
  ];
}

function terminal(
  sessionId: string,
  part: JsonObject,
  patch: Extract<SessionEventBody, { type: "terminal" }>["patch"],
): SessionEventBody {
  return { type: "terminal", sessionId, terminalId: part["terminal_id"] as string, patch };
}

function terminalPart(part: unknown): JsonObject | undefined {
  return isObject(part) && typeof part["terminal_id"] === "string" ? part : undefined;
}

function exitStatus({ exit_code, signal }: JsonObject) {
  return {
    ...(typeof exit_code === "number" ? { exitCode: exit_code } : {}),
    ...(typeof signal === "string" ? { signal } : {}),
  };
}
