import type { Frame } from "@acp-store/core";
import { isObject, type JsonObject } from "../json.js";
import type { LineReading, LoggedMessage, MessageDirection } from "./lineReading.js";
import { impliedDirection } from "./rpcMessages.js";

/**
 * Returns the frames of the lines of a log. Times count from the first message. The direction of a
 * message follows from its method or result, or else from the words of the log, or else from its id.
 */
export function resolveFrames(readings: readonly LineReading[]): (Frame | undefined)[] {
  const messages = readings.flatMap(({ message }) => message ?? []);
  const start = messages.find(({ t }) => t !== undefined)?.t ?? 0;
  const resolveDirection = createDirectionResolver(messages);
  return readings.map(({ frame, message }, order) => {
    if (message === undefined) return frame;
    const { t, msg } = message;
    const dir = resolveDirection(message, order);
    // Seconds with a fraction become milliseconds with rounding errors.
    return t === undefined ? { dir, msg } : { t: Math.round((t - start) * 1000) / 1000, dir, msg };
  });
}

function createDirectionResolver(
  messages: readonly LoggedMessage[],
): (message: LoggedMessage, order: number) => MessageDirection {
  const namedDirection = createNameResolver(messages);
  /** The positions of the requests without a response, by their ids. */
  const open = { sent: new Map<string, number>(), recv: new Map<string, number>() };
  // Without a message that only a client sends, the log is the output of an agent.
  const isAgentOutput = !messages.some(({ msg }) => impliedDirection(msg) === "sent");

  /** Finds the request of a response, or of its cancellation. */
  function directionById({ id, method, params }: JsonObject): MessageDirection {
    if (isAgentOutput) return "recv";
    const isCancel = method === "$/cancel_request" && isObject(params);
    if (method !== undefined && !isCancel) return "recv";
    const key = JSON.stringify(isCancel ? params["requestId"] : id);
    // If both sides have a request with the id, the newer one ends first: a prompt takes longer than others.
    const isOfClient = (open.sent.get(key) ?? -1) >= (open.recv.get(key) ?? -1);
    return isOfClient === isCancel ? "sent" : "recv";
  }

  return (message, order) => {
    const { msg } = message;
    const named = namedDirection(message);
    if (!isObject(msg)) return named ?? "recv";
    const dir = impliedDirection(msg) ?? named ?? directionById(msg);
    const { id, method } = msg;
    if (method === "initialize") for (const requests of Object.values(open)) requests.clear();
    if (id === undefined) return dir;
    if (method === undefined) open[dir === "recv" ? "sent" : "recv"].delete(JSON.stringify(id));
    else open[dir].set(JSON.stringify(id), order);
    return dir;
  };
}

/**
 * Returns a function with the direction that a log names for a message, as a client would name it.
 * A log that was written on the agent's side uses the opposite words. Words that contradict the
 * methods are ignored.
 */
function createNameResolver(
  messages: readonly LoggedMessage[],
): (message: LoggedMessage) => MessageDirection | undefined {
  let [agreeing, opposite] = [0, 0];
  for (const { msg, dir } of messages) {
    const known = impliedDirection(msg);
    if (known === undefined || dir === undefined) continue;
    if (known === dir) agreeing++;
    else opposite++;
  }
  return ({ dir }) => {
    if (dir === undefined || (agreeing > 0 && opposite > 0)) return undefined;
    return (dir === "recv") === opposite > 0 ? "sent" : "recv";
  };
}
