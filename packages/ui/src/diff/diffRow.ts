/** One displayed line of a diff. */
export interface DiffRow {
  readonly kind: "added" | "removed" | "same" | "gap";
  readonly text: string;
  /** The number of the line before the change, counted from 1. Absent for added lines and gaps. */
  readonly oldLine?: number;
  /** The number of the line after the change, counted from 1. Absent for removed lines and gaps. */
  readonly newLine?: number;
  /** The line that replaces a removed line, or that an added line replaces. */
  readonly counterpart?: string;
}
