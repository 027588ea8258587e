import type { AcpState } from "@acp-store/core";
import type { Conformance } from "../model/conformance.js";
import type { DigestReading } from "../model/digest.js";
import type { Moment } from "../model/source.js";
import type { Track } from "../model/tracks.js";
import type { TurnTimes } from "../model/turnTimes.js";
import type { Explanation } from "./explanation.js";

/** Something that went wrong, or that waits for somebody. */
export interface Problem {
  readonly tone: "accent" | "bad" | "warn";
  readonly title: string;
  readonly text: Explanation;
  /** The entry where it shows. */
  readonly entry: number;
  /** Its bar on the timeline. */
  readonly track?: Track | undefined;
}

/** Everything that problems are found in. */
export interface ProblemSources {
  readonly state: AcpState;
  readonly moment: Moment;
  /** Returns the state after an entry of the log. */
  stateAt(index: number): AcpState | undefined;
  readonly digest: DigestReading;
  readonly turns: readonly TurnTimes[];
  readonly conformance: Conformance | undefined;
}

/** The number of tool calls, error responses and other things of a kind that are named one by one. */
export const MAX_PER_KIND = 5;

/** Returns a text with a period at its end, if it has no other mark there. */
export function toSentence(text: string): string {
  return text.replace(/[^.!?]$/, "$&.");
}
