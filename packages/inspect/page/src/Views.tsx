import { AcpDevtools, type OpenedTrace } from "@acp-store/devtools/panel";
import { Tabs, useMediaQuery } from "@acp-store/ui";
import { type ReactElement, useState } from "react";
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels";
import { InspectedConversation } from "./InspectedConversation.js";
import type { PageLog } from "./pageLog.js";

const VIEWS = { conversation: "Conversation", devtools: "Devtools" } as const;
type View = keyof typeof VIEWS;

/** On a narrow page, the views are tabs. */
const NARROW = "(max-width: 900px)";
const LAYOUT_KEY = "acp-inspect-layout";
const VIEW_KEY = "acp-inspect-view";

interface ViewsProps {
  readonly log: PageLog;
  /** The name of the log. Traces that the user exports are named after it. */
  readonly name: string;
}

/** The conversation and the devtools, side by side or as tabs. */
export function Views({ log, name }: ViewsProps): ReactElement {
  const isNarrow = useMediaQuery(NARROW);
  const [view, setView] = useStoredView();
  const [trace, setTrace] = useState<OpenedTrace>();
  const layout = useDefaultLayout({ id: LAYOUT_KEY, onlySaveAfterUserInteractions: true });
  const panelProps = (own: View) => ({
    id: own,
    ...(isNarrow && { role: "tabpanel", "aria-label": VIEWS[own], hidden: own !== view }),
  });
  return (
    <>
      {isNarrow && (
        <Tabs
          label="View"
          tabs={VIEWS}
          selected={view}
          getPanelId={(own) => own}
          onSelect={setView}
        />
      )}
      <main className="views">
        <Group {...layout} data-narrow={isNarrow}>
          <Panel {...panelProps("conversation")} defaultSize="44%" minSize="300px">
            <InspectedConversation
              key={trace === undefined ? "log" : "trace"}
              log={log}
              trace={trace}
            />
          </Panel>
          {!isNarrow && (
            <Separator className="views-separator" aria-label="Resize the conversation" />
          )}
          <Panel {...panelProps("devtools")} minSize="400px">
            <div className="views-devtools">
              <h2 className="acp-sr-only">{VIEWS.devtools}</h2>
              <AcpDevtools
                history={log.history}
                name={name}
                position="inline"
                enabled
                onTraceChange={setTrace}
              />
            </div>
          </Panel>
        </Group>
      </main>
    </>
  );
}

/** Returns the selected tab, which the browser remembers. The devtools come first: they say what is wrong. */
function useStoredView(): [View, (view: View) => void] {
  // The page is only served to browsers that accept its cookie, and those have a storage.
  const [view, setView] = useState<View>(() =>
    localStorage.getItem(VIEW_KEY) === "conversation" ? "conversation" : "devtools",
  );
  const select = (next: View): void => {
    setView(next);
    localStorage.setItem(VIEW_KEY, next);
  };
  return [view, select];
}
