import type { AcpState } from "@acp-store/core";
import { type FollowedFrames, followFrames } from "@acp-store/fleet/devtools";
import type { RemoteFleet } from "@acp-store/fleet/mirror";
import { expect, onTestFinished, vi } from "vitest";

/** Follows the messages of an agent until the test ends. */
export function openFrames(page: RemoteFleet, agentId: string): FollowedFrames {
  const frames = followFrames(page, agentId);
  onTestFinished(() => frames.close());
  return frames;
}

/** Returns the messages in the log of the devtools, as JSON. */
export function messagesOf({ state }: FollowedFrames): string[] {
  const frames = state
    .getState()
    .history.entries()
    .flatMap(({ frame }) => (frame === undefined ? [] : [frame]));
  return [...new Set(frames)].map(({ dir, msg }) => `${dir} ${JSON.stringify(msg)}`);
}

/** Returns the sessions of a state, without the random parts of the ids that a store creates. */
export function contentOf({ sessions }: AcpState): unknown {
  const withMaps = (_: string, value: unknown): unknown =>
    value instanceof Map ? [...value] : value;
  const text = JSON.stringify(sessions, withMaps);
  return JSON.parse(text.replaceAll(/(turn|permission|elicitation)-[a-z0-9]+-(\d+)/g, "$1-$2"));
}

/** Resolves when the messages of an agent lead to the sessions of its owner's store. */
export async function waitForSessions(
  frames: FollowedFrames,
  owner: () => AcpState,
): Promise<void> {
  await vi.waitFor(
    () => expect(contentOf(frames.state.getState().store.getState())).toEqual(contentOf(owner())),
    { timeout: 60_000, interval: 20 },
  );
}
