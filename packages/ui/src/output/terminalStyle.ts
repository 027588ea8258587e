/** The decorations of terminal text that have a style. */
export type Decoration = "bold" | "dim" | "italic" | "underline" | "hidden" | "strikethrough";

/** The style of terminal text. Colors have the form `r, g, b`. */
export interface TerminalStyle {
  readonly color?: string;
  readonly background?: string;
  readonly decorations: readonly Decoration[];
}

/** The attributes that a terminal gives to the text that follows. */
export interface Rendition extends TerminalStyle {
  /** Whether the color and the background are exchanged. */
  readonly isReversed: boolean;
}

export const PLAIN_RENDITION: Rendition = { decorations: [], isReversed: false };

/** The codes that set a decoration. */
const DECORATIONS: ReadonlyMap<number, Decoration> = /* @__PURE__ */ new Map([
  [1, "bold"],
  [2, "dim"],
  [3, "italic"],
  [4, "underline"],
  [8, "hidden"],
  [9, "strikethrough"],
]);

/** The codes that remove decorations. */
const REMOVED_DECORATIONS: ReadonlyMap<number, readonly Decoration[]> = /* @__PURE__ */ new Map<
  number,
  readonly Decoration[]
>([
  [21, ["bold"]],
  [22, ["bold", "dim"]],
  [23, ["italic"]],
  [24, ["underline"]],
  [28, ["hidden"]],
  [29, ["strikethrough"]],
]);

const BLACK = "0, 0, 0";
const WHITE = "255, 255, 255";
/** The 8 colors and their bright variants. */
const SYSTEM_COLORS = [
  ...[BLACK, "187, 0, 0", "0, 187, 0", "187, 187, 0"],
  ...["0, 0, 187", "187, 0, 187", "0, 187, 187", WHITE],
  ...["85, 85, 85", "255, 85, 85", "0, 255, 0", "255, 255, 85"],
  ...["85, 85, 255", "255, 85, 255", "85, 255, 255", WHITE],
];
const CUBE_LEVELS = [0, 95, 135, 175, 215, 255];

/**
 * Applies the parameters of a sequence that selects a graphic rendition, such as `1;31`. A decoration
 * that is set again is kept once, so a rendition has a bounded size.
 */
export function applyRendition(before: Rendition, parameters: string): Rendition {
  const codes = parameters.split(";").map(Number);
  let after = before;
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      const { color, length } = readExtendedColor(codes, index + 1);
      if (color !== undefined) after = { ...after, [code === 38 ? "color" : "background"]: color };
      index += length;
    } else after = applyCode(after, code);
  }
  return after;
}

function applyCode(before: Rendition, code: number): Rendition {
  if (code === 0) return PLAIN_RENDITION;
  const decoration = DECORATIONS.get(code);
  if (decoration !== undefined)
    return before.decorations.includes(decoration)
      ? before
      : { ...before, decorations: [...before.decorations, decoration] };
  const removed = REMOVED_DECORATIONS.get(code);
  if (removed !== undefined)
    return { ...before, decorations: before.decorations.filter((name) => !removed.includes(name)) };
  if (code === 7 || code === 27) return { ...before, isReversed: code === 7 };
  const { color: _, ...withoutColor } = before;
  if (code === 39) return withoutColor;
  const { background: __, ...withoutBackground } = before;
  if (code === 49) return withoutBackground;
  const color = SYSTEM_COLORS[code - 30] ?? SYSTEM_COLORS[code - 82];
  if ((code >= 30 && code < 38) || (code >= 90 && code < 98))
    return color === undefined ? before : { ...before, color };
  const background = SYSTEM_COLORS[code - 40] ?? SYSTEM_COLORS[code - 92];
  if ((code >= 40 && code < 48) || (code >= 100 && code < 108))
    return background === undefined ? before : { ...before, background };
  return before;
}

/** Reads `5;n` or `2;r;g;b`. Returns the number of codes that it has read. */
function readExtendedColor(
  codes: readonly number[],
  start: number,
): { readonly color: string | undefined; readonly length: number } {
  const [mode, ...values] = codes.slice(start, start + 4);
  const isByte = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 256;
  if (mode === 5) {
    const [index = -1] = values;
    return { color: isByte(index) ? getPaletteColor(index) : undefined, length: 2 };
  }
  if (mode !== 2) return { color: undefined, length: 1 };
  const isColor = values.length === 3 && values.every(isByte);
  return { color: isColor ? values.join(", ") : undefined, length: 4 };
}

/** Returns a color of the palette of 256 colors. */
function getPaletteColor(index: number): string {
  const cube = index - 16;
  if (cube < 0) return SYSTEM_COLORS[index] ?? WHITE;
  if (index >= 232) return Array.from({ length: 3 }, () => 8 + (index - 232) * 10).join(", ");
  return [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6]
    .map((level) => CUBE_LEVELS[level])
    .join(", ");
}

/** Returns the style of text with a rendition. `undefined` for unstyled text. */
export function toTerminalStyle(rendition: Rendition): TerminalStyle | undefined {
  if (rendition === PLAIN_RENDITION) return undefined;
  const { isReversed, ...style } = rendition;
  const { color, background, decorations } = style;
  if (isReversed) return { color: background ?? BLACK, background: color ?? WHITE, decorations };
  const isPlain = color === undefined && background === undefined && decorations.length === 0;
  return isPlain ? undefined : style;
}

/** Returns the shortest sequence that sets a rendition after a reset. Empty for unstyled text. */
export function toSequence({ color, background, decorations, isReversed }: Rendition): string {
  const codes = [...DECORATIONS]
    .filter(([, decoration]) => decorations.includes(decoration))
    .map(([code]) => String(code));
  if (isReversed) codes.push("7");
  if (color !== undefined) codes.push(`38;2;${color.replaceAll(", ", ";")}`);
  if (background !== undefined) codes.push(`48;2;${background.replaceAll(", ", ";")}`);
  return codes.length === 0 ? "" : `\u001b[${codes.join(";")}m`;
}

export function isSameStyle(a: TerminalStyle | undefined, b: TerminalStyle | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return (
    a.color === b.color &&
    a.background === b.background &&
    a.decorations.join() === b.decorations.join()
  );
}
