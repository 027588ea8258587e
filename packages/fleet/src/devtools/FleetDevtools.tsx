import { AcpDevtools, type DevtoolsOptions } from "@acp-store/devtools/panel";
import { type ReactElement, useMemo, useState, useSyncExternalStore } from "react";
import type { RemoteFleet } from "../mirror/connectFleet.js";
import { followFrames, type FramesState } from "./followFrames.js";

/** The props of {@link FleetDevtools}: the agent, and the options of the panel. */
export interface FleetDevtoolsProps extends Omit<DevtoolsOptions, "history" | "mirrorHost"> {
  /** The fleet that the page follows, from `connectFleet`. */
  readonly fleet: RemoteFleet;
  /** The agent whose messages are shown, such as that of the session on the screen. */
  readonly agentId: string;
}

/**
 * The devtools of an agent whose owner is in another process. They show its messages while the panel is open, if
 * the page may see them; otherwise the changes of the page's mirror.
 *
 * @example
 * ```tsx
 * const Devtools = lazy(async () => ({
 *   default: (await import("@acp-store/fleet/devtools")).FleetDevtools,
 * }));
 * <Devtools fleet={fleet} agentId={shown.agentId} />
 * ```
 */
export function FleetDevtools({
  fleet,
  agentId,
  onOpenChange,
  ...options
}: FleetDevtoolsProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const source = useMemo(
    () => createSource(fleet, isOpen ? agentId : undefined),
    [fleet, agentId, isOpen],
  );
  const frames = useSyncExternalStore(source.subscribe, source.get, source.get);
  const mirror = fleet.getView(agentId);
  const isRefused = frames?.status === "forbidden" || frames?.status === "not_recorded";
  return (
    <AcpDevtools
      name={fleet.entries.getState().get(agentId)?.name ?? agentId}
      agent={fleet.getActions(agentId)}
      mirror={mirror}
      note={frames && describe(frames)}
      {...options}
      {...(isRefused ? { store: mirror } : frames !== undefined && { history: frames.history })}
      onOpenChange={(next) => {
        setIsOpen(next);
        onOpenChange?.(next);
      }}
    />
  );
}

/** Follows the messages of an agent while a component is subscribed. Without an agent, there are none. */
function createSource(fleet: RemoteFleet, agentId: string | undefined) {
  let current: FramesState | undefined;
  return {
    get: () => current,
    subscribe(listener: () => void) {
      if (agentId === undefined) return () => {};
      const { state, close } = followFrames(fleet, agentId);
      current = state.getState();
      const stop = state.subscribe((next) => {
        current = next;
        listener();
      });
      return () => {
        stop();
        close();
        current = undefined;
      };
    },
  };
}

function describe({ status, skipped }: FramesState): string | undefined {
  switch (status) {
    case "connecting":
      return "Waiting for the messages of the agent…";
    case "forbidden":
      return "This page may not see the messages of the agent, so only the changes are shown.";
    case "not_recorded":
      return "The server does not record the messages of the agent, so only the changes are shown.";
    default:
      return skipped === 0
        ? undefined
        : `${skipped.toLocaleString("en-US")} older messages were not kept.`;
  }
}
