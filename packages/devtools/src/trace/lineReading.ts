import type { Frame } from "@acp-store/core";

/** The content of a line. It has neither part if the line belongs to another connection. */
export interface LineReading {
  readonly frame?: Frame;
  /** A sentence about an invalid part of the line, and whether the line was skipped. */
  readonly problem?: string;
}
