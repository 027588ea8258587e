import { type ReactNode, useCallback, useState } from "react";
import { createPortal } from "react-dom";
import type { AcpDevtoolsProps, PanelTheme } from "./options.js";
import { BASE_STYLES } from "./styles/base.js";
import { CONTROL_STYLES } from "./styles/controls.js";
import { FRAME_STYLES } from "./styles/frame.js";
import { LOG_STYLES } from "./styles/log.js";
import { TIMELINE_STYLES } from "./styles/timeline.js";
import { VIEW_STYLES } from "./styles/views.js";
import { Devtools } from "./ui/Devtools.js";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** Bundlers replace this expression with its value. */
const isDevelopment: boolean = process.env.NODE_ENV !== "production";

/** Later styles override earlier ones. */
const STYLE_SHEET: string = [
  BASE_STYLES,
  CONTROL_STYLES,
  FRAME_STYLES,
  LOG_STYLES,
  TIMELINE_STYLES,
  VIEW_STYLES,
].join("\n");

/**
 * A panel that shows the messages and changes of a store: a timeline, a log with time travel, the
 * state, pending work, diagnostics, traffic and mirrors. It opens and saves traces. The panel never writes to
 * the store, and its styles are isolated from those of the page.
 *
 * @example
 * ```tsx
 * <AcpDevtools store={store} />
 * ```
 */
export function AcpDevtools({
  enabled = isDevelopment,
  theme = "system",
  ...options
}: AcpDevtoolsProps): ReactNode {
  if (!enabled) return null;
  return (
    <ShadowHost theme={theme}>
      <Devtools {...options} />
    </ShadowHost>
  );
}

interface ShadowHostProps {
  readonly theme: PanelTheme;
  readonly children: ReactNode;
}

/** Renders into a shadow root, which isolates the styles of the panel and the page from each other. */
function ShadowHost({ theme, children }: ShadowHostProps): ReactNode {
  const [root, setRoot] = useState<ShadowRoot>();

  const attach = useCallback((host: HTMLElement | null) => {
    if (host === null) return;
    // React's strict mode calls this twice with the same element.
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    // A content security policy does not restrict constructed style sheets.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE_SHEET);
    shadow.adoptedStyleSheets = [sheet];
    setRoot(shadow);
  }, []);

  // The color scheme is set inside the root, as styles of the page could override it on the host.
  const colorScheme = theme === "system" ? "light dark" : theme;
  const content = <div style={{ colorScheme }}>{children}</div>;
  return <div ref={attach}>{root !== undefined && createPortal(content, root)}</div>;
}
