/**
 * A block of lines that changed: the lines from `oldStart` up to `oldEnd` of the old text became the
 * lines from `newStart` up to `newEnd` of the new text. Indexes start at 0, and the end is exclusive.
 */
export interface LineChange {
  /** The index of the first removed line. */
  readonly oldStart: number;
  /** The index after the last removed line. Equal to `oldStart` if lines were only added. */
  readonly oldEnd: number;
  /** The index of the first added line. */
  readonly newStart: number;
  /** The index after the last added line. Equal to `newStart` if lines were only removed. */
  readonly newEnd: number;
}
