import { isMcpTransportSupported, type Notice } from "@acp-store/core";
import { useAgent, useNotices, useSession } from "@acp-store/react";
import type { ReactElement } from "react";
import { Popover } from "../controls/Popover.js";
import { ShowAllItems } from "../controls/ShowAllItems.js";
import { useFirstItems } from "../controls/useFirstItems.js";
import { clipLabel } from "../format/clipText.js";
import { mcpTexts } from "../texts/composerTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { useTexts } from "../texts/useTexts.js";

/** More servers are shown on request. */
const MAX_SERVERS = 30;
const NO_SERVERS: readonly never[] = [];

/**
 * A button with the MCP servers of the session: their names, their transports, the problems that the agent has
 * reported, and which of them were left out. Renders nothing without servers.
 */
export function McpServers(): ReactElement | null {
  const servers = useSession((session) => session?.mcpServers) ?? NO_SERVERS;
  const texts = useTexts("mcp", mcpTexts);
  if (servers.length === 0) return null;
  return (
    <Popover label={texts.label(servers.length)} icon="plug" className="acp-mcp">
      <ServerList />
    </Popover>
  );
}

function ServerList(): ReactElement {
  const servers = useSession((session) => session?.mcpServers) ?? NO_SERVERS;
  const agent = useAgent();
  const notices = useNotices();
  const texts = useTexts("mcp", mcpTexts);
  const { shown, ...rest } = useFirstItems(servers, MAX_SERVERS);
  return (
    <>
      {/* Scrolls, also with the keyboard. */}
      <ul className="acp-mcp-list" tabIndex={0} aria-label={texts.label(servers.length)}>
        {shown.map(({ name, transport }, index) => {
          const isSupported = isMcpTransportSupported(agent, transport);
          const { text, tone } = describeServer(name, isSupported, notices, texts);
          return (
            <li key={index} className="acp-mcp-server">
              <span className="acp-mcp-name">{clipLabel(name)}</span>
              <span className="acp-tag">{clipLabel(transport)}</span>
              <span className="acp-mcp-state" data-tone={tone}>
                {text}
              </span>
            </li>
          );
        })}
      </ul>
      <ShowAllItems {...rest} />
    </>
  );
}

interface ServerState {
  readonly text: string;
  readonly tone?: Notice["severity"];
}

/** The protocol has no message for the state of a server. Claude sends a notice that begins with its name. */
function describeServer(
  name: string,
  isSupported: boolean,
  notices: readonly Notice[],
  texts: UiTexts["mcp"],
): ServerState {
  if (!isSupported) return { text: texts.unsupported, tone: "warning" };
  const prefix = `MCP server "${name}" `;
  const notice = notices.findLast(({ title }) => title.startsWith(prefix));
  if (notice === undefined) return { text: texts.noProblem };
  const { title, description, severity } = notice;
  const problem = title.slice(prefix.length);
  return { text: clipLabel(description ? `${problem}. ${description}` : problem), tone: severity };
}
