import * as z from "zod/mini";
import { presentFields } from "../../json.js";
import type {
  TerminalEvent,
  TerminalOutputEvent,
  ToolCallEvent,
} from "../../events/conversationEvents.js";
import type { SessionEventBody } from "../../events/event.js";
import type { Meta } from "../../state/content.js";
import { integerSchema, stringSchema } from "../commonSchemas.js";
import { parseLenient } from "../parse.js";
import { optional, type Schema } from "../schema.js";

const infoSchema = z.object({ terminal_id: stringSchema, cwd: optional(stringSchema) });
const metaOutputSchema = z.object({ terminal_id: stringSchema, data: stringSchema });
const metaExitSchema = z.object({
  terminal_id: stringSchema,
  exit_code: optional(integerSchema),
  signal: optional(stringSchema),
});

/**
 * Returns the event of a tool call, followed by those of the terminal output in its `_meta`. That is
 * a convention of version 1 agents that run commands themselves, because in that version only the
 * client has terminals.
 */
export function withTerminalMeta(event: ToolCallEvent, meta: Meta): readonly SessionEventBody[] {
  if (!hasTerminalField(meta)) return [event];
  const { sessionId } = event;
  const info = parsePart(infoSchema, meta["terminal_info"]);
  const outputs = [meta["terminal_output"], meta["terminal_output_delta"]];
  const exit = parsePart(metaExitSchema, meta["terminal_exit"]);
  return [
    event,
    ...(info ? [terminalEvent(sessionId, info, presentFields({ cwd: info.cwd }))] : []),
    ...outputs.flatMap((part) => outputEvents(sessionId, part)),
    ...(exit ? [terminalEvent(sessionId, exit, { exitStatus: metaExitStatus(exit) })] : []),
  ];
}

function hasTerminalField(meta: Meta): boolean {
  for (const key in meta) if (key.startsWith("terminal_")) return true;
  return false;
}

/** Parses a part without reporting what is wrong with it, because the convention has no schema. */
function parsePart<Type extends Schema>(schema: Type, part: unknown): z.output<Type> | undefined {
  return parseLenient(schema, part, []).value;
}

function outputEvents(sessionId: string, part: unknown): readonly TerminalOutputEvent[] {
  const output = parsePart(metaOutputSchema, part);
  if (output === undefined) return [];
  const { terminal_id: terminalId, data } = output;
  return [{ type: "terminal_output", sessionId, terminalId, data: { text: data } }];
}

function terminalEvent(
  sessionId: string,
  { terminal_id: terminalId }: { terminal_id: string },
  patch: TerminalEvent["patch"],
): TerminalEvent {
  return { type: "terminal", sessionId, terminalId, patch };
}

function metaExitStatus({ exit_code: exitCode, signal }: z.infer<typeof metaExitSchema>) {
  return presentFields({ exitCode, signal });
}
