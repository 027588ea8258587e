import { RequestError } from "@agentclientprotocol/sdk/unstable";
import { TurnCancelledError } from "./turnCancelledError.js";

/** Calls a function of the script. The client receives the message of any error that it throws. */
export async function callScript<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof TurnCancelledError ? error : toRequestError(error);
  }
}

/** Returns an error for the client. The SDK hides the messages of other errors. */
function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  const { code, data } = (error ?? {}) as { code?: unknown; data?: unknown };
  const message = error instanceof Error ? error.message : String(error);
  // Another copy of the SDK has another class.
  return new RequestError(typeof code === "number" ? code : -32603, message, data);
}
