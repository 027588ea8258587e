import type { MirrorLink } from "@acp-store/mirror";
import type { Fleet } from "../owner/types.js";
import { type FrameRecorder, recordFrames } from "./recordFrames.js";
import { serveFrames } from "./serveFrames.js";
import { encodeFrames, type FramesRefusal } from "./wire.js";

/** The recorded frames of the agents of a fleet. */
export interface FramesHost {
  /** Sends the frames of an agent over a channel. */
  serve(channel: MirrorLink, agentId: string): void;
  /** Stops recording. */
  close(): void;
}

/** The frames of one agent, and the channels of the pages that read them. */
interface RecordedAgent {
  readonly recorder: FrameRecorder;
  readonly channels: Set<MirrorLink>;
}

/** Records the frames of all agents of a fleet, also of those that are added later. */
export function hostFrames(fleet: Pick<Fleet, "agents" | "entries">): FramesHost {
  const recorded = new Map<string, RecordedAgent>();

  function followAgents(): void {
    for (const [agentId, { store }] of fleet.agents)
      if (!recorded.has(agentId))
        recorded.set(agentId, { recorder: recordFrames(store), channels: new Set() });
    for (const agentId of recorded.keys()) if (!fleet.agents.has(agentId)) stop(agentId);
  }

  function stop(agentId: string): void {
    const agent = recorded.get(agentId);
    recorded.delete(agentId);
    agent?.recorder.stop();
    for (const channel of agent?.channels ?? []) channel.close();
  }

  followAgents();
  const stopFollowing = fleet.entries.subscribe(followAgents);
  return {
    serve(channel, agentId) {
      const agent = recorded.get(agentId);
      if (agent === undefined) return channel.close();
      agent.channels.add(channel);
      channel.onClose(() => agent.channels.delete(channel));
      serveFrames(channel, agent.recorder);
    },
    close() {
      stopFollowing();
      for (const agentId of recorded.keys()) stop(agentId);
    },
  };
}

/** Tells a page why it does not get the frames. */
export function refuseFrames(channel: MirrorLink, reason: FramesRefusal): void {
  channel.send(encodeFrames({ type: "refused", reason }));
  channel.close();
}
