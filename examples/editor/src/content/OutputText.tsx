import type { ReactElement } from "react";
import type { Span } from "./terminalRows.js";
import type { Style } from "./terminalStyle.js";

/** Text of a terminal in its colours. */
export function OutputText({ spans }: { spans: readonly Span[] }): ReactElement {
  return <pre>{spans.map(piece)}</pre>;
}

function piece({ text, style }: Span, index: number): ReactElement | string {
  if (style === undefined) return text;
  const { color, background, decorations } = style;
  return (
    <span
      key={index}
      className={classesOf(style)}
      style={{
        ...(color !== undefined && !decorations.includes("hidden") && { color: readable(color) }),
        ...(background !== undefined && { backgroundColor: behind(background) }),
      }}
    >
      {text}
    </span>
  );
}

function classesOf({ decorations }: Style): string {
  return decorations.map((name) => `ansi-${name}`).join(" ");
}

/**
 * The program knows nothing of the theme: hue and strength of its colour stay, the lightness is
 * kept where there is enough contrast, at least 4.5 to 1.
 */
function readable(rgb: string): string {
  return `light-dark(oklch(from rgb(${rgb}) min(l, 0.46) c h), oklch(from rgb(${rgb}) max(l, 0.74) c h))`;
}

function behind(rgb: string): string {
  return `light-dark(oklch(from rgb(${rgb}) max(l, 0.91) min(c, 0.08) h), oklch(from rgb(${rgb}) min(l, 0.3) min(c, 0.08) h))`;
}
