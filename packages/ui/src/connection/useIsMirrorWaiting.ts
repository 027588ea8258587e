import { useAcpView } from "@acp-store/react";
import { useSyncExternalStore } from "react";

/** The part of a mirror that this hook reads. The package does not depend on the one of mirrors. */
interface MirrorLike {
  readonly status: string;
  onStatus(listener: () => void): () => void;
}

/** Returns whether the provider has a mirror whose owner has not answered for a while. */
export function useIsMirrorWaiting(): boolean {
  const view: object = useAcpView();
  const mirror = isMirror(view) ? view : undefined;
  return useSyncExternalStore(
    mirror?.onStatus ?? ignore,
    () => mirror?.status === "waiting",
    () => false,
  );
}

function isMirror(view: object): view is MirrorLike {
  return "onStatus" in view && "status" in view;
}

function ignore(): () => void {
  return () => {};
}
