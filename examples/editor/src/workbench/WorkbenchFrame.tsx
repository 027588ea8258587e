import type { RemoteFleet } from "@acp-store/fleet/mirror";
import { AcpUiProvider, type FileLocation, Tabs, useMediaQuery } from "@acp-store/ui";
import type { ShownSession } from "@acp-store/ui/fleet";
import { type CSSProperties, type ReactElement, type ReactNode, useCallback, useId } from "react";
import { useStore } from "zustand";
import { LazyFilesView, LazyReviewView } from "../onDemand.js";
import { SplitHandle, useSplit } from "./SplitHandle.js";
import { PAGE_SHORTCUTS, useShortcuts } from "./shortcuts.js";
import { WorkbenchContext } from "./workbenchContext.js";
import { createWorkbench, type Workbench, type WorkbenchView } from "./workbenchState.js";
import "./workbench.css";

const VIEWS: Readonly<Record<WorkbenchView, string>> = {
  conversation: "Conversation",
  files: "Files",
  review: "Review",
};

const workbenches = new Map<string, Workbench>();

/** Sessions of the same folder share their open files. */
function getWorkbench(folder: string): Workbench {
  const known = workbenches.get(folder) ?? createWorkbench(folder, localStorage);
  workbenches.set(folder, known);
  return known;
}

interface WorkbenchFrameProps {
  readonly fleet: RemoteFleet;
  readonly session: ShownSession;
  /** The conversation. */
  readonly children: ReactNode;
}

/**
 * The conversation with the files of its folder beside it. On a narrow page, they are tabs. The code of the files is
 * loaded when they are first shown.
 */
export function WorkbenchFrame({ fleet, session, children }: WorkbenchFrameProps): ReactElement {
  const workbench = getWorkbench(session.cwd);
  const { view, isShown } = useStore(workbench.store);
  const isWide = useMediaQuery("(min-width: 1100px)");
  const [percent, setPercent] = useSplit();
  const split = { "--split": `${percent}%` } as CSSProperties;
  const id = useId();
  const openLocation = useCallback(
    ({ path, line }: FileLocation) => workbench.open(path, line == null ? {} : { line }),
    [workbench],
  );
  useShortcuts(PAGE_SHORTCUTS, workbench);
  const getPanelId = (panel: WorkbenchView): string => `${id}-${panel}`;
  const panelProps = (panel: WorkbenchView): object => ({
    id: getPanelId(panel),
    className: `workbench-part workbench-${panel}`,
    ...(!isWide && { role: "tabpanel", "aria-label": VIEWS[panel], hidden: view !== panel }),
  });
  return (
    <WorkbenchContext value={workbench}>
      <AcpUiProvider openLocation={openLocation}>
        <div className="workbench" data-split={isWide && isShown} style={split}>
          {/* The heading of the conversation is hidden. */}
          {!isWide && view !== "conversation" && <h1 className="acp-sr-only">{VIEWS[view]}</h1>}
          {!isWide && (
            <Tabs
              label="Parts of the page"
              tabs={VIEWS}
              selected={view}
              getPanelId={getPanelId}
              onSelect={workbench.show}
            />
          )}
          <div {...panelProps("conversation")}>{children}</div>
          {isWide && isShown && <SplitHandle percent={percent} onChange={setPercent} />}
          {isShown && (
            <div {...panelProps("files")}>
              <LazyFilesView key={session.cwd} {...{ fleet, session, workbench }} />
            </div>
          )}
          {!isWide && (
            <div {...panelProps("review")}>
              {view === "review" && <LazyReviewView {...{ session, workbench }} />}
            </div>
          )}
        </div>
      </AcpUiProvider>
    </WorkbenchContext>
  );
}
