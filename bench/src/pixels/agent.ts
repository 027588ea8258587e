import { Readable, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import {
  agent,
  type AgentContext,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { createRandom } from "../wire/random.js";
import type { Update } from "../wire/update.js";
import {
  createChunk,
  createEditUpdates,
  createHistoryUpdates,
  createRewriteUpdates,
  createStreamUpdates,
} from "./updates.js";

// An agent that streams at a constant rate. It has four prompts:
// "history COUNT" sends a transcript of that many items, as fast as possible.
// "edits COUNT LINES" writes that many files of that many lines.
// "rewrite LINES" replaces all lines of a file with that many lines.
// "stream RATE COUNT" sends that many updates, at that many per second. 0 is as fast as possible.
// It uses the SDK directly: a scripted agent keeps every update, which would cost memory and time.

/** Short pauses, so that the updates arrive evenly. */
const TICK_MS = 5;
const random = createRandom();
const updates = createStreamUpdates(random);
/** The folder of the session. */
let folder = process.cwd();

const app = agent({ name: "pixels" })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: PROTOCOL_VERSION }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    folder = params.cwd;
    return { sessionId: "pixels" };
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const [block] = params.prompt;
    const [command, ...numbers] = (block?.type === "text" ? block.text : "").split(" ");
    const [first = 0, second = 0] = numbers.map(Number);
    if (command === "history")
      for (const update of createHistoryUpdates(first, random)) await send(client, update);
    else if (command === "edits")
      for (const update of createEditUpdates(folder, first, second, random))
        await send(client, update);
    else if (command === "rewrite")
      for (const update of createRewriteUpdates(folder, first, random)) await send(client, update);
    else await stream(client, first, second);
    await send(client, createChunk(random.id("end-", 12), `Finished. Sent at ${Date.now()}.`));
    return { stopReason: "end_turn" };
  });

/** Sends the next updates of the stream. Delays are caught up with. */
async function stream(client: AgentContext, rate: number, count: number): Promise<void> {
  const start = performance.now();
  for (let sent = 0; sent < count; ) {
    const due = rate === 0 ? sent + 100 : ((performance.now() - start) / 1000) * rate;
    for (; sent < Math.min(due, count); sent++) {
      const { value } = updates.next();
      await send(client, value);
    }
    await wait(rate === 0 ? 0 : TICK_MS);
  }
}

function send(client: AgentContext, update: Update): Promise<void> {
  return client.notify(methods.client.session.update, {
    sessionId: "pixels",
    update: update as SessionUpdate,
  });
}

const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
await app.connect(ndJsonStream(Writable.toWeb(process.stdout), input)).closed;
