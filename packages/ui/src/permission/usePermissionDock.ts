import { isAcpPermissionError, isAmbiguousOption } from "@acp-store/core";
import type { PendingPermission } from "@acp-store/react";
import { type RefObject, useRef, useState } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { useDockFocus } from "./useDockFocus.js";
import { useIsArmed } from "./useIsArmed.js";
import { useSessionPermissions } from "./useSessionPermissions.js";

/** The pending permission requests of a session, and how to answer them. */
export interface PermissionDockState {
  /** The pending requests of the session and its subagents, oldest first. */
  readonly pending: readonly PendingPermission[];
  /** Whether the user may answer. */
  readonly canAnswer: boolean;
  /**
   * Whether the requests have been in the same place long enough to accept an answer. Before that,
   * answers are ignored, because the click or key was probably intended for something else.
   */
  readonly isArmed: boolean;
  /** The request whose last answer was ignored because it came too soon. */
  readonly tooSoonId: string | undefined;
  /**
   * The element around the requests. After an answer, the focus moves to the first element in it
   * with the attribute `data-request`, or else to the composer.
   */
  readonly dock: RefObject<HTMLDivElement | null>;
  /**
   * Answers a request with one of its options. Does nothing if the request has been settled
   * meanwhile, or if another option has the same id.
   */
  answer(permission: PendingPermission, optionId: string): void;
}

/**
 * Returns the logic of `PermissionDock`, for your own markup.
 *
 * @example
 * ```tsx
 * function Requests() {
 *   const { pending, isArmed, dock, answer } = usePermissionDock();
 *   return (
 *     <div ref={dock}>
 *       {pending.map((permission) => (
 *         <section key={permission.permissionId} data-request tabIndex={-1}>
 *           {permission.displayTitle}
 *           {permission.options.map(({ optionId, name }) => (
 *             <button
 *               key={optionId}
 *               aria-disabled={!isArmed}
 *               onClick={() => answer(permission, optionId)}
 *             >
 *               {name}
 *             </button>
 *           ))}
 *         </section>
 *       ))}
 *     </div>
 *   );
 * }
 * ```
 */
export function usePermissionDock(): PermissionDockState {
  const pending = useSessionPermissions();
  const { canAnswer } = useAcpUi();
  const dock = useRef<HTMLDivElement>(null);
  const markAnswered = useDockFocus(dock, pending);
  const [tooSoonId, setTooSoonId] = useState<string>();
  // Adding or removing a request moves the others, so the delay starts over.
  const isArmed = useIsArmed(pending.map(({ permissionId }) => permissionId).join(" "));

  function answer(permission: PendingPermission, optionId: string): void {
    if (!canAnswer || isAmbiguousOption(permission.options, optionId)) return;
    if (!isArmed) return setTooSoonId(permission.permissionId);
    markAnswered();
    try {
      permission.respond(optionId);
    } catch (error) {
      // Another party settled the request first. It disappears with the next render.
      if (!isAcpPermissionError(error)) throw error;
    }
  }
  return { pending, canAnswer, isArmed, tooSoonId, dock, answer };
}
