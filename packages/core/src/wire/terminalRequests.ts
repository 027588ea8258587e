import * as z from "zod/mini";
import type { SessionEventBody } from "../events/event.js";
import { countSchema, metaSchema, optionalStringSchema, stringSchema } from "./commonSchemas.js";
import { parseLenient } from "./parse.js";
import { pickFields } from "./updateFields.js";
import { lenientList, nullish, type Schema } from "./schema.js";

/** The methods of the agent's requests whose responses describe a terminal. */
export type TerminalRequestMethod =
  | "terminal/create"
  | "terminal/output"
  | "terminal/wait_for_exit"
  | "terminal/release";

const createParamsSchema = z.object({
  sessionId: stringSchema,
  command: optionalStringSchema,
  args: nullish(lenientList(stringSchema)),
  cwd: optionalStringSchema,
});
const createdSchema = z.object({ terminalId: stringSchema });
const terminalParamsSchema = z.object({ sessionId: stringSchema, terminalId: stringSchema });
const exitSchema = z.object({
  exitCode: nullish(countSchema),
  signal: optionalStringSchema,
  _meta: metaSchema,
});
const outputSchema = z.object({
  output: stringSchema,
  truncated: nullish(z.boolean()),
  exitStatus: nullish(exitSchema),
});

/** Returns the event of a response, or `undefined` if the params or the result are malformed. */
type ResponseParser = (params: unknown, result: unknown) => SessionEventBody | undefined;

function responseParser<Params extends Schema, Result extends Schema>(
  paramsSchema: Params,
  resultSchema: Result,
  toEvent: (params: z.output<Params>, result: z.output<Result>) => SessionEventBody,
): ResponseParser {
  return (sentParams, sentResult) => {
    const params = parseLenient(paramsSchema, sentParams, []).value;
    const result = parseLenient(resultSchema, sentResult, []).value;
    return params === undefined || result === undefined ? undefined : toEvent(params, result);
  };
}

const TERMINAL_RESPONSES = {
  "terminal/create": responseParser(
    createParamsSchema,
    createdSchema,
    ({ sessionId, command, args, cwd }, { terminalId }) => ({
      type: "terminal",
      sessionId,
      terminalId,
      created: true,
      patch: {
        command: [command, ...(args ?? [])].filter((word) => word != null).join(" "),
        ...(cwd != null && { cwd }),
      },
    }),
  ),
  "terminal/output": responseParser(
    terminalParamsSchema,
    outputSchema,
    ({ sessionId, terminalId }, { output, truncated, exitStatus }) => ({
      type: "terminal",
      sessionId,
      terminalId,
      patch: {
        truncated: truncated === true || null,
        ...(exitStatus != null && { exitStatus: exitStatusOf(exitStatus) }),
      },
      output: { text: output },
    }),
  ),
  "terminal/wait_for_exit": responseParser(
    terminalParamsSchema,
    exitSchema,
    ({ sessionId, terminalId }, exit) => ({
      type: "terminal",
      sessionId,
      terminalId,
      patch: { exitStatus: exitStatusOf(exit) },
    }),
  ),
  "terminal/release": responseParser(
    terminalParamsSchema,
    z.unknown(),
    ({ sessionId, terminalId }) => ({
      type: "terminal",
      sessionId,
      terminalId,
      patch: { released: true },
    }),
  ),
} satisfies Record<TerminalRequestMethod, ResponseParser>;

const parsersByMethod: ReadonlyMap<string, ResponseParser> = new Map(
  Object.entries(TERMINAL_RESPONSES),
);

/**
 * Parses the client's response to a `terminal/*` request of the agent. The client runs the command,
 * so its responses describe the terminal.
 * {@link https://agentclientprotocol.com/protocol/v1/terminals}
 */
export function parseTerminalResponse(
  method: string,
  params: unknown,
  result: unknown,
): SessionEventBody | undefined {
  return parsersByMethod.get(method)?.(params, result);
}

function exitStatusOf(exit: z.infer<typeof exitSchema>): z.infer<typeof exitSchema> {
  return pickFields(exit, "exitCode", "signal", "_meta");
}
