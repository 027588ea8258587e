/**
 * Hooks for a review.
 * @module
 */
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useMemo,
} from "react";
import { useStore } from "zustand";
import type { ReviewView } from "../createReview.js";
import type { Checkpoint, ReviewedFile, ReviewState } from "../engine/reviewState.js";

/** A review, and the agent whose sessions are shown with it. */
export interface ProvidedReview {
  /** The review. */
  readonly review: ReviewView;
  /** The id with which the agent was added to the review. */
  readonly agentId: string;
}

const ReviewContext = createContext<ProvidedReview | undefined>(undefined);

/** The props of {@link ReviewProvider}. */
export interface ReviewProviderProps {
  /** The review, or the one that `connectReview` follows. `undefined`: the folder has none. */
  readonly review: ReviewView | undefined;
  /** The id with which the agent of the components was added to the review. Default: `""`. */
  readonly agentId?: string;
  /** The components that use the review. */
  readonly children?: ReactNode;
}

/**
 * Provides a review to the hooks inside it, and to the `AgentPanel` of `@acp-store/ui`, which shows it.
 *
 * @example
 * ```tsx
 * const app = <ReviewProvider review={review}><AgentPanel sessionId="s1" /></ReviewProvider>;
 * ```
 */
export function ReviewProvider(props: ReviewProviderProps): ReactElement {
  const { review, agentId = "", children } = props;
  const value = useMemo(() => review && { review, agentId }, [review, agentId]);
  return createElement(ReviewContext.Provider, { value }, children);
}

/**
 * Returns the review and the id of the agent, or `undefined` without a {@link ReviewProvider}.
 *
 * @example
 * ```tsx
 * function IsReviewed() {
 *   return <b>{useProvidedReview() === undefined ? "Not reviewed" : "Reviewed"}</b>;
 * }
 * ```
 */
export function useProvidedReview(): ProvidedReview | undefined {
  return useContext(ReviewContext);
}

/**
 * Returns the review, to make decisions.
 *
 * @throws Error if there is no {@link ReviewProvider} around the component.
 *
 * @example
 * ```tsx
 * function KeepAll() {
 *   const review = useReview();
 *   return <button onClick={() => void review.keep("all")}>Keep all</button>;
 * }
 * ```
 */
export function useReview(): ReviewView {
  const provided = useContext(ReviewContext);
  if (provided !== undefined) return provided.review;
  throw new Error(
    "[acp-store] This hook needs a review. Provide one with <ReviewProvider review={review}>.",
  );
}

/**
 * Returns a part of the state. The component renders again when it changes.
 *
 * @throws Error if there is no {@link ReviewProvider} around the component.
 *
 * @example
 * ```tsx
 * function FileCount() {
 *   return <b>{useReviewState(({ files }) => files.size)}</b>;
 * }
 * ```
 */
export function useReviewState<Value>(select: (state: ReviewState) => Value): Value {
  return useStore(useReview(), select);
}

/**
 * Returns a file with changes to decide, or `undefined` if it has none.
 *
 * @throws Error if there is no {@link ReviewProvider} around the component.
 *
 * @example
 * ```tsx
 * function Counts({ path }: { path: string }) {
 *   const file = useReviewedFile(path);
 *   return file && <span>{`+${file.added} −${file.removed}`}</span>;
 * }
 * ```
 */
export function useReviewedFile(path: string): ReviewedFile | undefined {
  return useReviewState(({ files }) => files.get(path));
}

/**
 * Returns the states of the folder that can be restored, the newest last.
 *
 * @throws Error if there is no {@link ReviewProvider} around the component.
 *
 * @example
 * ```tsx
 * function Checkpoints() {
 *   return useCheckpoints().map(({ checkpointId, at }) => (
 *     <p key={checkpointId}>{new Date(at).toLocaleTimeString()}</p>
 *   ));
 * }
 * ```
 */
export function useCheckpoints(): readonly Checkpoint[] {
  return useReviewState(({ checkpoints }) => checkpoints);
}
