/**
 * Hooks for a review.
 * @module
 */
import { createContext, createElement, type ReactElement, type ReactNode, useContext } from "react";
import { useStore } from "zustand";
import type { ReviewView } from "../createReview.js";
import type { Checkpoint, ReviewedFile, ReviewState } from "../engine/reviewState.js";

const ReviewContext = createContext<ReviewView | undefined>(undefined);

/** The props of {@link ReviewProvider}. */
export interface ReviewProviderProps {
  /** The review, or the one that `connectReview` follows. */
  readonly review: ReviewView;
  /** The components that use the review. */
  readonly children?: ReactNode;
}

/**
 * Provides a review to the hooks inside it.
 *
 * @example
 * ```tsx
 * const app = <ReviewProvider review={review}><ChangedFiles /></ReviewProvider>;
 * ```
 */
export function ReviewProvider({ review, children }: ReviewProviderProps): ReactElement {
  return createElement(ReviewContext.Provider, { value: review }, children);
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
  const review = useContext(ReviewContext);
  if (review !== undefined) return review;
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
