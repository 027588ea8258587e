import { getRewindSupport } from "@acp-store/core/actions";
import { useAcpState } from "@acp-store/react";
import type { Checkpoint } from "@acp-store/review";
import { useAcpUi } from "../context/acpUi.js";

/**
 * Returns a function that takes the conversation back to before the message of a checkpoint, and shows the
 * session that continues it. `undefined` if the agent cannot do that, or if nothing can show its fork.
 */
export function useRewind({ sessionId, messageId }: Checkpoint): (() => Promise<void>) | undefined {
  const { agent, openSession } = useAcpUi();
  const support = useAcpState(getRewindSupport);
  const rewindSession = agent?.rewindSession;
  if (rewindSession === undefined || messageId === undefined || support === "none")
    return undefined;
  if (support === "fork" && openSession === undefined) return undefined;
  return async () => {
    const rewound = await rewindSession({ sessionId, messageId });
    if (rewound.sessionId !== sessionId) openSession?.(rewound.sessionId);
  };
}
