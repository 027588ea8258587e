import { setImmediate } from "node:timers/promises";
import { createMirror, hostMirrors, portLink } from "@acp-store/mirror";
import { clock } from "../measure/clock.js";
import { collectGarbage, measureHeapMegabytes } from "../measure/garbage.js";
import { createFilledFleet, renameCall } from "./filledFleet.js";
import { whenMirrorLive } from "./pages.js";

/** The updates of a batch, which is sent and applied before the next one begins. */
const BATCH = 16;

/** The size of a load. */
export interface Load {
  readonly agents: number;
  readonly sessions: number;
  /** The mirrors, each of one agent. They are spread evenly over the agents. */
  readonly observers: number;
  readonly updates: number;
}

/** The cost of a load for the owner and all observers, which share a thread. */
export interface LoadCost {
  readonly microsecondsPerUpdate: number;
  /** The bytes that all observers have got for an update. */
  readonly bytesPerUpdate: number;
  readonly megabytesPerObserver: number;
}

/** Applies updates to the sessions of all agents in turn, while observers follow over message channels. */
export async function measureLoad({
  agents,
  sessions,
  observers,
  updates,
}: Load): Promise<LoadCost> {
  const { fleet, stores } = createFilledFleet(agents, sessions);
  const hosts = stores.map((store) => hostMirrors(store, { batchMs: 0 }));
  const heapBefore = measureHeapMegabytes();
  let bytes = 0;
  /** The messages that were sent and have not arrived yet. */
  let waiting = 0;
  const mirrors = Array.from({ length: observers }, (_, index) => {
    const { port1, port2 } = new MessageChannel();
    const link = portLink(port1);
    const send = (text: string): void => {
      bytes += Buffer.byteLength(text);
      waiting++;
      link.send(text);
    };
    const end = portLink(port2);
    end.onMessage(() => waiting--);
    hosts[index % agents]?.connect({ ...link, send });
    return createMirror(() => end, { scheduler: "sync" });
  });
  await Promise.all(mirrors.map(whenMirrorLive));
  const megabytes = measureHeapMegabytes() - heapBefore;
  bytes = 0;
  collectGarbage();
  const start = clock.now();
  for (let update = 0; update < updates; update += BATCH * agents) {
    for (const [agent, store] of stores.entries())
      for (let index = 0; index < BATCH; index++)
        renameCall(store, (update + index) % sessions, index, `Read ${agent} ${update + index}`);
    do await setImmediate();
    while (waiting > 0);
  }
  const microseconds = clock.now() - start;
  const count = Math.ceil(updates / (BATCH * agents)) * BATCH * agents;
  for (const mirror of mirrors) mirror.close();
  for (const host of hosts) host.close();
  await fleet.close();
  return {
    microsecondsPerUpdate: microseconds / count,
    bytesPerUpdate: bytes / count,
    megabytesPerObserver: observers === 0 ? 0 : megabytes / observers,
  };
}
