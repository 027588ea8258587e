import type { ITheme } from "@xterm/xterm";

/** The colors of programs in light and dark themes, with a contrast of at least 4.5 to 1 on the panel. */
const COLORS = {
  black: ["#1d1c1a", "#8a8a94"],
  red: ["#b3261e", "#ff9389"],
  green: ["#19713f", "#6fcf97"],
  yellow: ["#8a5200", "#f0bd6a"],
  blue: ["#1d57a8", "#8fbdf6"],
  magenta: ["#7f35a3", "#d9a9f5"],
  cyan: ["#0b636b", "#7dd0cf"],
  white: ["#57544e", "#ececee"],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/**
 * Returns the theme of a terminal, from the computed colors of its element, which follow the variables of the panel
 * and forced colors.
 */
export function readTerminalTheme(element: Element): ITheme {
  const { color, backgroundColor, accentColor } = getComputedStyle(element);
  const isDark = getLightness(backgroundColor) < getLightness(color);
  const pick = ([light, dark]: readonly [string, string]): string => (isDark ? dark : light);
  return {
    background: backgroundColor,
    foreground: color,
    cursor: color,
    cursorAccent: backgroundColor,
    selectionBackground: accentColor,
    black: pick(COLORS.black),
    brightBlack: pick(COLORS.white),
    red: pick(COLORS.red),
    brightRed: pick(COLORS.red),
    green: pick(COLORS.green),
    brightGreen: pick(COLORS.green),
    yellow: pick(COLORS.yellow),
    brightYellow: pick(COLORS.yellow),
    blue: pick(COLORS.blue),
    brightBlue: pick(COLORS.blue),
    magenta: pick(COLORS.magenta),
    brightMagenta: pick(COLORS.magenta),
    cyan: pick(COLORS.cyan),
    brightCyan: pick(COLORS.cyan),
    white: pick(COLORS.white),
    brightWhite: color,
  };
}

/** Returns the sum of the channels of a computed color, such as `rgb(1, 2, 3)`. */
function getLightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return red + green + blue;
}
