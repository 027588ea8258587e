import { expect, it, onTestFinished } from "vitest";
import { createMirror, type MessagePortLike, type Mirror, portLink } from "../src/index.js";

const OWNER = new URL("./support/ownerWorker.ts", import.meta.url);

/** Creates a mirror that closes at the end of the test. */
function mirrorOver(port: MessagePortLike): Mirror {
  const mirror = createMirror(() => portLink(port), { scheduler: "sync" });
  onTestFinished(() => mirror.close());
  return mirror;
}

const queueOf = (mirror: Mirror): readonly string[] | undefined =>
  mirror
    .getState()
    .sessions.get("s1")
    ?.queue.map(({ id }) => id);

it("connects several mirrors with the store of a SharedWorker", async () => {
  const connect = () => new SharedWorker(OWNER, { type: "module", name: "owner" }).port;
  const mirrors = [mirrorOver(connect()), mirrorOver(connect())] as const;
  for (const mirror of mirrors) await expect.poll(() => mirror.status).toBe("live");
  const id = mirrors[0].queuePrompt("s1", [{ type: "text", text: "Next" }]);
  await expect.poll(() => queueOf(mirrors[1])).toEqual([id]);
  expect(mirrors[1].stats().epoch).toBe(mirrors[0].stats().epoch);
});

it("connects a page with the store of its worker", async () => {
  const worker = new Worker(OWNER, { type: "module" });
  onTestFinished(() => worker.terminate());
  const mirror = mirrorOver(worker);
  await expect.poll(() => mirror.status).toBe("live");
  const id = mirror.queuePrompt("s1", [{ type: "text", text: "Next" }]);
  await expect.poll(() => queueOf(mirror)).toEqual([id]);
});
