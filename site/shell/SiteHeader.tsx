import { Icon } from "@acp-store/ui";
import type { ReactElement } from "react";
import logo from "../public/logo.svg";
import { toggleTheme, useTheme } from "./theme.js";

/** The links of the site's header, relative to a page in a folder. */
const LINKS = [
  { text: "Guide", href: "../quick-start" },
  { text: "API", href: "../api/" },
  { text: "Playground", href: "../playground/" },
  { text: "Gallery", href: "../gallery/" },
] as const;

interface SiteHeaderProps {
  /** The text of the link to this page. */
  readonly current: (typeof LINKS)[number]["text"];
}

/** The header of the site, for pages that are not built by VitePress. */
export function SiteHeader({ current }: SiteHeaderProps): ReactElement {
  const theme = useTheme();
  return (
    <header className="site-header">
      <a className="site-brand" href="../">
        <img src={logo} alt="" width="24" height="24" />
        acp-store
      </a>
      <nav className="site-nav" aria-label="Site">
        {LINKS.map(({ text, href }) => (
          <a key={text} href={href} aria-current={text === current ? "page" : undefined}>
            {text}
          </a>
        ))}
      </nav>
      <button
        type="button"
        className="acp-icon-button"
        role="switch"
        aria-checked={theme === "dark"}
        aria-label="Dark theme"
        title="Dark theme"
        onClick={toggleTheme}
      >
        <Icon name={theme === "dark" ? "moon" : "sun"} />
      </button>
    </header>
  );
}
