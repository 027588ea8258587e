import * as z from "zod";
import type { SessionEventBody } from "../events/event.js";
import { isObject, type JsonObject } from "../json.js";
import type { TerminalExit } from "../state/sessionParts.js";
import { count, meta, optionalString, string } from "./blocks.js";
import { parseLenient } from "./parse.js";
import { pick } from "./update.js";

const exit = z.object({ exitCode: count.nullish(), signal: optionalString, _meta: meta });
const created = z.object({ terminalId: string });
const output = z.object({
  output: string,
  truncated: z.boolean().nullish(),
  exitStatus: exit.nullish(),
});

/**
 * What the client's answer to a `terminal/*` request of the agent says about the terminal. The
 * client runs these, so what it answers is the truth.
 * {@link https://agentclientprotocol.com/protocol/v1/terminals}
 */
export function readTerminalAnswer(
  method: string,
  params: unknown,
  result: unknown,
): SessionEventBody | undefined {
  if (!isObject(params) || typeof params["sessionId"] !== "string") return undefined;
  const { sessionId, terminalId } = params as { sessionId: string; terminalId: unknown };
  if (method === "terminal/create") return readCreated(sessionId, params, result);
  if (typeof terminalId !== "string") return undefined;
  const about = { type: "terminal" as const, sessionId, terminalId };
  switch (method) {
    case "terminal/output":
      return readOutput(about, result);
    case "terminal/wait_for_exit":
      return readExit(about, result);
    case "terminal/release":
      return { ...about, patch: { released: true } };
    default:
      return undefined;
  }
}

function readCreated(
  sessionId: string,
  params: JsonObject,
  result: unknown,
): SessionEventBody | undefined {
  const answer = read(created, result);
  if (answer === undefined) return undefined;
  const words = [params["command"], ...(Array.isArray(params["args"]) ? params["args"] : [])];
  return {
    type: "terminal",
    sessionId,
    terminalId: answer["terminalId"] as string,
    created: true,
    patch: {
      command: words.filter((word) => typeof word === "string").join(" "),
      ...(typeof params["cwd"] === "string" ? { cwd: params["cwd"] } : {}),
    },
  };
}

function readOutput(
  about: { type: "terminal"; sessionId: string; terminalId: string },
  result: unknown,
): SessionEventBody | undefined {
  const answer = read(output, result);
  if (answer === undefined) return undefined;
  const { exitStatus, truncated } = answer;
  const patch = {
    truncated: truncated === true || null,
    ...(isObject(exitStatus) ? { exitStatus: exitOf(exitStatus) } : {}),
  };
  return { ...about, patch, output: { text: answer["output"] as string } };
}

function readExit(
  about: { type: "terminal"; sessionId: string; terminalId: string },
  result: unknown,
): SessionEventBody | undefined {
  const answer = read(exit, result);
  return answer && { ...about, patch: { exitStatus: exitOf(answer) } };
}

function read(schema: z.ZodType, result: unknown): JsonObject | undefined {
  return parseLenient(schema, result, []).value as JsonObject | undefined;
}

function exitOf(status: JsonObject): TerminalExit {
  return pick(status, "exitCode", "signal", "_meta") as TerminalExit;
}
