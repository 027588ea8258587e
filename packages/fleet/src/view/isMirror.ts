import type { AcpView } from "@acp-store/core";
import type { Mirror } from "@acp-store/mirror";

/** Returns whether a view is a mirror. The store itself has the content of all sessions. */
export function isMirror(view: AcpView): view is Mirror {
  return "isComplete" in view;
}
