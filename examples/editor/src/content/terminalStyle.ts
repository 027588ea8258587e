import type Anser from "anser";

/** How a piece of output looks; colours are `r, g, b`. */
export interface Style {
  readonly color?: string;
  readonly background?: string;
  readonly decorations: readonly Anser.DecorationName[];
}

type Look = Pick<Anser.AnserJsonEntry, "decorations"> & {
  readonly fg: string | null;
  readonly bg: string | null;
};

/** `undefined` for text as it is. */
export function styleOf({ fg, bg, decorations }: Look): Style | undefined {
  if (fg === null && bg === null && decorations.length === 0) return undefined;
  return {
    ...(fg !== null && { color: fg }),
    ...(bg !== null && { background: bg }),
    decorations,
  };
}

export function sameStyle(a: Style | undefined, b: Style | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.color === b.color &&
    a.background === b.background &&
    a.decorations.join() === b.decorations.join()
  );
}
