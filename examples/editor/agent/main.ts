import { Readable, Writable } from "node:stream";
import { ndJsonStream } from "@agentclientprotocol/sdk/unstable";
import { createDemoAgent } from "./demoAgent.js";
import { createPace, parseSpeed } from "./pace.js";

const demo = createDemoAgent({
  pace: createPace(parseSpeed(process.env.ACP_DEMO_SPEED)),
  requiresSignIn: process.env.ACP_DEMO_SIGN_IN === "1",
});
const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
const connection = demo.app.connect(ndJsonStream(Writable.toWeb(process.stdout), input));

process.once("SIGTERM", () => process.stdin.destroy());
await connection.closed;
// Once its commands are killed and stdin is closed, nothing keeps the process alive.
demo.stop();
process.stdin.destroy();
