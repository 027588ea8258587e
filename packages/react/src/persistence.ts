import {
  createSavingSource,
  requireProvided,
  type Saving,
  type SessionPersistence,
} from "@acp-store/core/reads";
import {
  type Context,
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useMemo,
} from "react";
import { useOptionalSessionId } from "./context.js";
import { type SessionSelectorOrOptions, useSelected } from "./useRead.js";

const PersistenceContext: Context<SessionPersistence | null> =
  /* @__PURE__ */ createContext<SessionPersistence | null>(null);

/**
 * Provides the saving of sessions and drafts to `usePersistence` and `useDraft` in the components
 * inside it.
 *
 * @example
 * ```tsx
 * <AcpPersistenceProvider persistence={persistence}>
 *   <AgentPanel />
 * </AcpPersistenceProvider>
 * ```
 */
export function AcpPersistenceProvider(props: {
  readonly persistence: SessionPersistence;
  readonly children?: ReactNode;
}): ReactElement {
  return createElement(PersistenceContext.Provider, { value: props.persistence }, props.children);
}

/** Returns the persistence of the nearest provider, or `null` outside of one. */
export function useOptionalPersistence(): SessionPersistence | null {
  return useContext(PersistenceContext);
}

/**
 * Returns whether the sessions are saved, the time of the last write, and both for one session: that
 * of the options or of the nearest {@link AcpSessionProvider}. Renders again after each write, so
 * select what is shown.
 *
 * @throws AcpProviderError outside of an {@link AcpPersistenceProvider}.
 *
 * @example
 * ```tsx
 * function Saved() {
 *   const status = usePersistence((saving) => saving.status);
 *   return status === "ok" ? null : <p role="status">Not everything is saved.</p>;
 * }
 * ```
 */
export function usePersistence<Value = Saving>(
  options?: SessionSelectorOrOptions<Saving, Value>,
): Value {
  const persistence = requireProvided(
    useOptionalPersistence(),
    "persistence",
    usePersistence,
    "component",
  );
  const sessionId = useOptionalSessionId(options);
  const source = useMemo(
    () => createSavingSource(persistence, sessionId),
    [persistence, sessionId],
  );
  return useSelected(source, (saving) => saving, options);
}
