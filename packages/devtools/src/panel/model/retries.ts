import { plainText } from "./plainText.js";
import type { LogPosition } from "./tracks.js";
import { firstFrom, type Retry } from "./turnTimes.js";

/** Collects the retries of a log. The protocol has no message for them. */
export interface RetryRecorder {
  record(line: string, position: LogPosition): void;
  /** Returns the retries between two indices of the log, both included. */
  between(from: number, to: number): readonly Retry[];
}

/** The length of a retry's text. */
const MAX_RETRY_TEXT = 200;
/** The part of a line that is searched. */
const SEARCHED_CHARACTERS = 1000;
const RETRY = /\bretrying\b|\bretry (?:attempt|in)\b|\b(?:re)?tr(?:y|ies) \d+ ?(?:of|\/) ?\d+\b/i;
/** The lines of stack traces contain the names of functions. */
const STACK_LINE = /^\s*at /;

export function createRetryRecorder(): RetryRecorder {
  const retries: Retry[] = [];
  return {
    record(line, { index, at }) {
      const text = plainText(line.slice(0, SEARCHED_CHARACTERS));
      if (!RETRY.test(text) || STACK_LINE.test(text)) return;
      retries.push({ index, at, text: text.slice(0, MAX_RETRY_TEXT) });
    },
    between: (from, to) => retries.slice(firstFrom(retries, from), firstFrom(retries, to + 1)),
  };
}
