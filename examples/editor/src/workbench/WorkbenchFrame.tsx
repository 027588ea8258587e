import type { RemoteFleet } from "@acp-store/fleet/mirror";
import { AcpUiProvider, type FileLocation, useMediaQuery } from "@acp-store/ui";
import type { ShownSession } from "@acp-store/ui/fleet";
import { type ReactElement, type ReactNode, useCallback } from "react";
import { useStore } from "zustand";
import { LazyFilesView, LazyReviewView, LazySplitHandle, LazyViewTabs } from "../onDemand.js";
import { pageStorage } from "../shell/pageStorage.js";
import { PAGE_SHORTCUTS, useShortcuts } from "./shortcuts.js";
import { WorkbenchContext } from "./FilesButton.js";
import {
  createWorkbench,
  getPanelId,
  VIEWS,
  type Workbench,
  type WorkbenchView,
} from "./workbenchState.js";
import "./workbench.css";

const workbenches = new Map<string, Workbench>();

/** Sessions of the same folder share their open files. */
function getWorkbench(folder: string): Workbench {
  const known = workbenches.get(folder) ?? createWorkbench(folder, pageStorage);
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
  const openLocation = useCallback(
    ({ path, line }: FileLocation) => workbench.open(path, line == null ? {} : { line }),
    [workbench],
  );
  useShortcuts(PAGE_SHORTCUTS, workbench);
  const panelProps = (panel: WorkbenchView): object => ({
    id: getPanelId(panel),
    className: `workbench-part workbench-${panel}`,
    ...(!isWide && { role: "tabpanel", "aria-label": VIEWS[panel], hidden: view !== panel }),
  });
  return (
    <WorkbenchContext value={workbench}>
      <AcpUiProvider openLocation={openLocation}>
        <div className="workbench" data-split={isWide && isShown}>
          {!isWide && <LazyViewTabs workbench={workbench} />}
          <div {...panelProps("conversation")}>{children}</div>
          {isWide && isShown && <LazySplitHandle />}
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
