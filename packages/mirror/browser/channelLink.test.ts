import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { acceptChannelLinks, channelLink } from "../src/links/channelLink.js";
import {
  acceptLinks,
  describeLinkContract,
  nextMessages,
  whenClosed,
} from "../tests/support/linkContract.js";

let names = 0;
const newName = (): string => `test-${names++}`;

const openChannels = new Set<BroadcastChannel>();
const NativeBroadcastChannel = globalThis.BroadcastChannel;

beforeAll(() => {
  globalThis.BroadcastChannel = class extends NativeBroadcastChannel {
    constructor(name: string) {
      super(name);
      openChannels.add(this);
    }
    override close(): void {
      super.close();
      openChannels.delete(this);
    }
  };
});
afterAll(() => {
  globalThis.BroadcastChannel = NativeBroadcastChannel;
});

describe("over a BroadcastChannel", () => {
  describeLinkContract(async () => {
    const name = newName();
    const { nextLink } = acceptLinks((accept) => acceptChannelLinks(name, accept));
    const before = openChannels.size;
    const near = channelLink(name);
    return { near, far: await nextLink(), listenerCount: () => openChannels.size - before };
  });
});

it("releases its Web Locks when it closes", async () => {
  const name = newName();
  const { nextLink, stop } = acceptLinks((accept) => acceptChannelLinks(name, accept));
  const locks = async (): Promise<number> => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending].filter((lock) => lock.name?.includes(`/${name}/`)).length;
  };
  const link = channelLink(name);
  link.send("1");
  await nextMessages(await nextLink(), 1);
  expect(await locks()).toBeGreaterThan(2);
  link.close();
  await expect.poll(locks).toBe(1);
  stop();
  await expect.poll(locks).toBe(0);
});

it("keeps the messages of several links apart", async () => {
  const name = newName();
  const { nextLink } = acceptLinks((accept) => acceptChannelLinks(name, accept));
  const first = channelLink(name);
  const hostOfFirst = await nextLink();
  const second = channelLink(name);
  const hostOfSecond = await nextLink();
  first.send("from first");
  second.send("from second");
  hostOfFirst.send("to first");
  hostOfSecond.send("to second");
  expect(
    await Promise.all(
      [first, second, hostOfFirst, hostOfSecond].map((end) => nextMessages(end, 1)),
    ),
  ).toEqual([["to first"], ["to second"], ["from first"], ["from second"]]);
});

it("waits for a host that starts later", async () => {
  const name = newName();
  const link = channelLink(name);
  link.send("hello");
  await navigator.locks.query();
  const { nextLink } = acceptLinks((accept) => acceptChannelLinks(name, accept));
  const far = await nextLink();
  expect(await nextMessages(far, 1)).toEqual(["hello"]);
});

it("closes its links when the host stops, with the reason", async () => {
  const name = newName();
  const { nextLink, stop } = acceptLinks((accept) => acceptChannelLinks(name, accept));
  const link = channelLink(name);
  link.send("hello");
  await nextMessages(await nextLink(), 1);
  const reason = whenClosed(link);
  stop();
  expect(await reason).toBe("The host has stopped");
});

it("closes the links of an earlier host when another one takes over", async () => {
  const name = newName();
  const { nextLink } = acceptLinks((accept) => acceptChannelLinks(name, accept));
  const link = channelLink(name);
  link.send("hello");
  await nextMessages(await nextLink(), 1);
  const reason = whenClosed(link);
  acceptLinks((accept) => acceptChannelLinks(name, accept));
  expect(await reason).toBe("Another host has taken over");
});

/** Runs code in a worker that can be killed. */
function startWorker(code: string): Worker {
  const source = new URL("./support/linkWorker.ts", import.meta.url);
  const worker = new Worker(source, { type: "module", name: code });
  onTestFinished(() => worker.terminate());
  return worker;
}

it("closes when the side of the host is killed", async () => {
  const name = newName();
  const worker = startWorker(`host:${name}`);
  const link = channelLink(name);
  link.send("hello");
  expect(await nextMessages(link, 1)).toEqual(["hello"]);
  const reason = whenClosed(link);
  worker.terminate();
  expect(await reason).toBe("The host is gone");
});

it("closes when the side of the mirror is killed", async () => {
  const name = newName();
  const { nextLink } = acceptLinks((accept) => acceptChannelLinks(name, accept));
  const worker = startWorker(`mirror:${name}`);
  const far = await nextLink();
  await nextMessages(far, 1);
  const reason = whenClosed(far);
  worker.terminate();
  expect(await reason).toBe("The other side is gone");
});
