import type { Frame } from "@acp-store/core";
import { createInterface } from "node:readline";
import type { inspect } from "./program.js";

const request = (id: number, method: string, params: object): object => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: { readonly sessionId?: string };
}

/** The options of {@link runTurn}. */
interface TurnOptions {
  /** The text of the prompt. Default: `/fail`. */
  readonly prompt?: string;
  /** Called before a permission request is answered. Returns the chosen option; none cancels. */
  readonly choose?: () => Promise<string>;
}

/**
 * Plays an editor: runs one turn with the scripted agent, ends its input, and returns every frame
 * that the editor sent and received.
 */
export async function runTurn(
  { stdin, stdout }: ReturnType<typeof inspect>["child"],
  cwd: string,
  { prompt = "/fail", choose }: TurnOptions = {},
): Promise<Frame[]> {
  const frames: Frame[] = [];
  const send = (msg: object): void => {
    frames.push({ dir: "sent", msg });
    stdin.write(`${JSON.stringify(msg)}\n`);
  };
  send(request(0, "initialize", { protocolVersion: 1, clientCapabilities: {} }));
  for await (const line of createInterface({ input: stdout })) {
    const msg = JSON.parse(line) as Message;
    frames.push({ dir: "recv", msg });
    if (msg.method === "session/request_permission") {
      const optionId = await choose?.();
      const outcome =
        optionId === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId };
      send({ jsonrpc: "2.0", id: msg.id, result: { outcome } });
    }
    if (msg.method !== undefined) continue;
    if (msg.id === 0) send(request(1, "session/new", { cwd, mcpServers: [] }));
    if (msg.id === 1) send(request(2, "session/prompt", promptParams(msg, prompt)));
    if (msg.id === 2) stdin.end();
  }
  return frames;
}

function promptParams({ result }: Message, text: string): object {
  return { sessionId: result?.sessionId, prompt: [{ type: "text", text }] };
}
