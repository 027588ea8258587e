import { createLazyComponent, type LazyComponent } from "../controls/createLazyComponent.js";
import type { HandoffDialogProps } from "./HandoffDialog.js";

/**
 * A dialog in which the user continues a session with another agent: with which one, what that agent gets, and the
 * first prompt. Its code is loaded when it is opened. Needs the `FleetProvider` of `@acp-store/fleet/react` around
 * it, and an element with the class `acp-ui`.
 *
 * @example
 * ```tsx
 * const [from, setFrom] = useState<SessionRef>();
 * return (
 *   <div className="acp-ui">
 *     <AgentSessions onShow={show} onNewSession={open} onContinue={setFrom} />
 *     {from && (
 *       <HandoffDialog
 *         from={from}
 *         onStarted={(session) => show(sessionKey(session))}
 *         onClose={() => setFrom(undefined)}
 *       />
 *     )}
 *   </div>
 * );
 * ```
 */
export const LazyHandoffDialog: LazyComponent<HandoffDialogProps> =
  /* @__PURE__ */ createLazyComponent(
    async () => (await import("./HandoffDialog.js")).HandoffDialog,
  );
