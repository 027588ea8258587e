import { type RefCallback, useCallback } from "react";

/** The style sheets of views that are loaded on demand, by their text. */
const sheets = new Map<string, CSSStyleSheet>();

/**
 * Returns a `ref` that adds styles to the shadow root of its element. The styles stay there.
 *
 * @param css The styles: always the same text.
 */
export function useStyles(css: string): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      const root = element?.getRootNode();
      if (!(root instanceof ShadowRoot)) return;
      const sheet = sheets.get(css) ?? new CSSStyleSheet();
      if (!sheets.has(css)) sheet.replaceSync(css);
      sheets.set(css, sheet);
      if (!root.adoptedStyleSheets.includes(sheet))
        root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    },
    [css],
  );
}
