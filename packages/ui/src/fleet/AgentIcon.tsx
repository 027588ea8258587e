import { type ReactElement, useState } from "react";
import { Icon } from "../controls/Icon.js";

/** The icon of an agent, which is next to its name. An icon that cannot be loaded is replaced by that of all agents. */
export function AgentIcon({ icon }: { readonly icon: string | undefined }): ReactElement {
  const [failed, setFailed] = useState<string>();
  return (
    <span className="acp-agent-icon" aria-hidden="true">
      {icon === undefined || icon === failed ? (
        <Icon name="sparkle" />
      ) : hasTextColor(icon) ? (
        <span className="acp-agent-mask" style={{ maskImage: `url("${escapeQuotes(icon)}")` }} />
      ) : (
        <img src={icon} alt="" onError={() => setFailed(icon)} />
      )}
    </span>
  );
}

/** Returns whether an icon has the color of the text around it. In an `<img>`, it would be black on any background. */
function hasTextColor(icon: string): boolean {
  return icon.startsWith("data:image/svg+xml,") && icon.includes("currentColor");
}

const escapeQuotes = (url: string): string => url.replaceAll('"', "%22");
