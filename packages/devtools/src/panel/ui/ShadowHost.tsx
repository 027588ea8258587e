import { type ReactNode, useCallback, useState } from "react";
import { createPortal } from "react-dom";
import type { PanelTheme } from "../options.js";
import { STYLES } from "../styles/index.js";

interface ShadowHostProps {
  readonly theme: PanelTheme;
  readonly children: ReactNode;
}

/** Renders into a shadow root: the styles of the page and of the panel do not meet. */
export function ShadowHost({ theme, children }: ShadowHostProps): ReactNode {
  const [root, setRoot] = useState<ShadowRoot>();

  const attach = useCallback((host: HTMLElement | null) => {
    if (host === null) return;
    // In strict mode React hands over the same element twice.
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    // A sheet that is constructed needs no leave of a content security policy.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    shadow.adoptedStyleSheets = [sheet];
    setRoot(shadow);
  }, []);

  // Within the root: the page may have styles for an attribute or a style of the host.
  const colorScheme = theme === "system" ? "light dark" : theme;
  const content = <div style={{ colorScheme }}>{children}</div>;
  return <div ref={attach}>{root !== undefined && createPortal(content, root)}</div>;
}
