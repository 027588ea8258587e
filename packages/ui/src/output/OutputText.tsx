import type { ReactElement } from "react";
import type { TerminalSpan } from "./createTerminalScreen.js";
import type { TerminalStyle } from "./terminalStyle.js";

/** Terminal text with its colors and decorations. */
export function OutputText({ spans }: { spans: readonly TerminalSpan[] }): ReactElement {
  return <pre>{spans.map(renderSpan)}</pre>;
}

function renderSpan({ text, style }: TerminalSpan, index: number): ReactElement | string {
  if (style === undefined) return text;
  const { color, background, decorations } = style;
  return (
    <span
      key={index}
      className={getClasses(style)}
      style={{
        ...(color !== undefined &&
          !decorations.includes("hidden") && { color: readableColor(color) }),
        ...(background !== undefined && { backgroundColor: readableBackground(background) }),
      }}
    >
      {text}
    </span>
  );
}

function getClasses({ decorations }: TerminalStyle): string {
  return decorations.map((name) => `acp-ansi-${name}`).join(" ");
}

/**
 * Adapts a text color to the light and dark theme. The hue and chroma are kept. The lightness is
 * limited so that the contrast is at least 4.5 to 1.
 */
function readableColor(rgb: string): string {
  return `light-dark(oklch(from rgb(${rgb}) min(l, 0.46) c h), oklch(from rgb(${rgb}) max(l, 0.74) c h))`;
}

function readableBackground(rgb: string): string {
  return `light-dark(oklch(from rgb(${rgb}) max(l, 0.91) min(c, 0.08) h), oklch(from rgb(${rgb}) min(l, 0.3) min(c, 0.08) h))`;
}
