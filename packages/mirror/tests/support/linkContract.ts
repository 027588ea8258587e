import { expect, it, onTestFinished } from "vitest";
import type { MirrorLink } from "../../src/link.js";

/** Two ends of a connection, and what they leave behind. */
export interface LinkPair {
  readonly near: MirrorLink;
  readonly far: MirrorLink;
  /** Returns how many listeners both links hold on their transport. Absent if others share it. */
  readonly listenerCount?: () => number;
}

/** Resolves with the messages of a link, once it has received `count` of them. */
export function nextMessages(link: MirrorLink, count: number): Promise<string[]> {
  return new Promise((resolve) => {
    const texts: string[] = [];
    const stop = link.onMessage((text) => {
      texts.push(text);
      if (texts.length < count) return;
      stop();
      resolve(texts);
    });
  });
}

/** Resolves with the reason when a link closes. */
export const whenClosed = (link: MirrorLink): Promise<string | undefined> =>
  new Promise((resolve) => void link.onClose(resolve));

/** Accepts the links of a host until the test ends. Resolves with them one after the other. */
export function acceptLinks(accept: (onLink: (link: MirrorLink) => void) => () => void): {
  readonly nextLink: () => Promise<MirrorLink>;
  readonly stop: () => void;
} {
  const links: MirrorLink[] = [];
  const stop = accept((link) => links.push(link));
  onTestFinished(stop);
  const nextLink = async (): Promise<MirrorLink> => {
    await expect.poll(() => links.length).toBeGreaterThan(0);
    const link = links.shift();
    if (link === undefined) throw new Error("expected a link");
    return link;
  };
  return { nextLink, stop };
}

/** Defines the tests that every link has to pass, and one more for links that do not share their transport. */
export function describeLinkContract(
  connect: () => Promise<LinkPair>,
  { hasOwnTransport = true }: { readonly hasOwnTransport?: boolean } = {},
): void {
  it("delivers messages in their order, in both directions", async () => {
    const { near, far } = await connect();
    const numbers = Array.from({ length: 1000 }, (_, n) => String(n));
    const received = Promise.all([nextMessages(near, 1000), nextMessages(far, 1000)]);
    for (const number of numbers) {
      near.send(number);
      far.send(number);
    }
    expect(await received).toEqual([numbers, numbers]);
    near.close();
  });

  it("delivers a message of several megabytes unchanged", async () => {
    const { near, far } = await connect();
    const text = `{"text":"${"ä😀\n".repeat(1_000_000)}"}`;
    near.send(text);
    const [received] = await nextMessages(far, 1);
    expect(received === text).toBe(true);
    near.close();
  });

  it("keeps messages that arrive before the first listener", async () => {
    const { near, far } = await connect();
    near.send("1");
    near.send("2");
    far.send("reply");
    await nextMessages(near, 1);
    near.send("3");
    expect(await nextMessages(far, 3)).toEqual(["1", "2", "3"]);
    near.close();
  });

  it.each(["near", "far"] as const)("tells both ends once when the %s end closes", async (side) => {
    const pair = await connect();
    let calls = 0;
    pair.near.onClose(() => calls++);
    pair.far.onClose(() => calls++);
    const closed = Promise.all([whenClosed(pair.near), whenClosed(pair.far)]);
    pair[side].close();
    pair[side].close();
    await closed;
    expect(calls).toBe(2);
  });

  it("calls a listener that is added after the link closed", async () => {
    const { near, far } = await connect();
    const farClosed = whenClosed(far);
    near.close();
    const reason = await farClosed;
    expect(await whenClosed(far)).toBe(reason);
    expect(await whenClosed(near)).toBeUndefined();
  });

  it("ignores messages that are sent after it closed", async () => {
    const { near, far } = await connect();
    const received: string[] = [];
    far.onMessage((text) => received.push(text));
    const farClosed = whenClosed(far);
    near.close();
    near.send("late");
    await farClosed;
    far.send("late");
    expect(received).toEqual([]);
  });

  it("does not call listeners that were removed", async () => {
    const { near, far } = await connect();
    const received: string[] = [];
    far.onMessage((text) => received.push(text))();
    let closes = 0;
    far.onClose(() => closes++)();
    near.send("1");
    await nextMessages(far, 1);
    const farClosed = whenClosed(far);
    near.close();
    await farClosed;
    expect([received, closes]).toEqual([[], 0]);
  });

  if (!hasOwnTransport) return;
  it("removes its listeners from the transport when it closes", async () => {
    const { near, far, listenerCount = () => 0 } = await connect();
    near.send("1");
    await nextMessages(far, 1);
    expect(listenerCount()).toBeGreaterThan(0);
    const farClosed = whenClosed(far);
    near.close();
    await farClosed;
    await expect.poll(listenerCount).toBe(0);
  });
}
