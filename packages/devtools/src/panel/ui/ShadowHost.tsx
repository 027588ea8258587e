import { type ReactNode, useCallback, useState } from "react";
import { createPortal } from "react-dom";
import { STYLES } from "../styles/index.js";

/** Renders into a shadow root: the styles of the page and of the panel do not meet. */
export function ShadowHost({ children }: { readonly children: ReactNode }): ReactNode {
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

  return <div ref={attach}>{root !== undefined && createPortal(children, root)}</div>;
}
