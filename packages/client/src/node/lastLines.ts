/** How many lines say why an agent fell over, and how long each may be. */
const LINES = 5;
const LINE_LENGTH = 300;

/** The last lines of a text that comes in pieces. */
export interface LastLines {
  add(text: string): void;
  text(): string;
}

export function lastLines(): LastLines {
  let kept = "";
  return {
    add(text) {
      const lines = (kept + text).split("\n").map((line) => line.slice(0, LINE_LENGTH));
      // One more: the last one may be empty, or only begun.
      kept = lines.slice(-LINES - 1).join("\n");
    },
    text: () => kept.trim().split(/\r?\n/).slice(-LINES).join("\n"),
  };
}
