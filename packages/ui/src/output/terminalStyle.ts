import type Anser from "anser";

/** The style of terminal text. Colors have the form `r, g, b`. */
export interface TerminalStyle {
  readonly color?: string;
  readonly background?: string;
  readonly decorations: readonly Anser.DecorationName[];
}

type AnserAttributes = Pick<Anser.AnserJsonEntry, "decorations"> & {
  readonly fg: string | null;
  readonly bg: string | null;
};

/** Converts the attributes of the color library. Returns `undefined` for unstyled text. */
export function toTerminalStyle({
  fg,
  bg,
  decorations,
}: AnserAttributes): TerminalStyle | undefined {
  if (fg === null && bg === null && decorations.length === 0) return undefined;
  return {
    ...(fg !== null && { color: fg }),
    ...(bg !== null && { background: bg }),
    decorations,
  };
}

export function isSameStyle(a: TerminalStyle | undefined, b: TerminalStyle | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.color === b.color &&
    a.background === b.background &&
    a.decorations.join() === b.decorations.join()
  );
}
