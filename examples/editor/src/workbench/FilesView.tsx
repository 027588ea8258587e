import type { RemoteFleet } from "@acp-store/fleet/mirror";
import { createFilesClient } from "@acp-store/server/client";
import { Icon } from "@acp-store/ui";
import type { ShownSession } from "@acp-store/ui/fleet";
import { type ReactElement, useCallback, useId, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { DocumentView } from "./DocumentView.js";
import { FilesBar } from "./FilesBar.js";
import { FileTabs } from "./FileTabs.js";
import { FileTree } from "./FileTree.js";
import { useChangedFiles, useFolderReview } from "./folderReview.js";
import { type OpenDocuments, openDocuments } from "./openDocuments.js";
import { openFolders } from "./openFolders.js";
import { QuickOpen } from "./QuickOpen.js";
import { ShortcutList } from "./ShortcutList.js";
import { FILE_SHORTCUTS, useShortcuts } from "./shortcuts.js";
import { nameOf } from "./treeItems.js";
import { useFolderPaths } from "./useFolderPaths.js";
import { useFollowAgent } from "./useFollowAgent.js";
import type { Workbench } from "./workbenchState.js";
import "./files.css";

const NO_PATHS: readonly string[] = [];
/** The width in pixels from which the tree is beside the editor. */
const WIDE = 480;

function getDocuments(workbench: Workbench, fleet: RemoteFleet): OpenDocuments {
  const documents =
    openFolders.get(workbench.folder) ?? openDocuments(createFilesClient(fleet), workbench);
  openFolders.set(workbench.folder, documents);
  return documents;
}

interface FilesViewProps {
  readonly fleet: RemoteFleet;
  readonly session: ShownSession;
  readonly workbench: Workbench;
}

/** The files of the folder of a session: the tree, the tabs and the editor. */
export function FilesView({ fleet, session, workbench }: FilesViewProps): ReactElement {
  const documents = getDocuments(workbench, fleet);
  const { tabs, active, followed, dialog } = useStore(workbench.store);
  const listed = useFolderPaths(documents);
  const folderReview = useFolderReview(session);
  const changed = useChangedFiles(folderReview);
  const root = useRef<HTMLElement>(null);
  const [isTreeShown, setIsTreeShown] = useState(active === undefined || innerWidth >= WIDE);
  const panelId = useId();
  useFollowAgent(workbench, listed.paths ?? NO_PATHS);

  const document = active === undefined ? undefined : documents.get(active);
  const close = useCallback(
    (path: string) => {
      const question = `Discard the unsaved edits in ${nameOf(path)}?`;
      if (!documents.isDirty(path) || confirm(question)) workbench.close(path);
    },
    [documents, workbench],
  );
  const commands = useMemo(
    () => ({
      save: () => void document?.save(),
      close: () => document && close(document.path),
    }),
    [document, close],
  );
  useShortcuts(FILE_SHORTCUTS, commands);
  const openByHand = useCallback(
    (path: string) => {
      workbench.open(path);
      if ((root.current?.clientWidth ?? WIDE) < WIDE) setIsTreeShown(false);
    },
    [workbench],
  );
  const closeDialog = (): void => workbench.setDialog(undefined);
  return (
    <section ref={root} className="files" aria-label="Files" data-tree={isTreeShown}>
      <FilesBar
        {...{ workbench, document }}
        isTreeShown={isTreeShown}
        onToggleTree={() => setIsTreeShown(!isTreeShown)}
      />
      <div className="files-body">
        {isTreeShown && (
          <nav className="files-side" aria-label="Files of the folder">
            {listed.error !== undefined && <p className="files-note">{listed.error}</p>}
            <FileTree
              paths={listed.paths ?? NO_PATHS}
              {...{ changed, active }}
              onOpen={openByHand}
            />
            {listed.isCut && <p className="files-note">There are more files than shown.</p>}
          </nav>
        )}
        <div className="files-main">
          {tabs.length > 0 && (
            <FileTabs
              documents={tabs.map(documents.get)}
              {...{ active, followed, panelId }}
              onSelect={workbench.select}
              onClose={close}
            />
          )}
          {document === undefined ? (
            <p className="files-note">
              <Icon name="file" />
              Choose a file, or press Ctrl+P to find one.
            </p>
          ) : (
            <div id={panelId} className="files-document" role="tabpanel" aria-label={document.path}>
              <DocumentView key={document.path} {...{ document, workbench, folderReview }} />
            </div>
          )}
        </div>
      </div>
      {dialog === "quickOpen" && (
        <QuickOpen paths={listed.paths ?? NO_PATHS} onOpen={openByHand} onClose={closeDialog} />
      )}
      {dialog === "shortcuts" && <ShortcutList onClose={closeDialog} />}
    </section>
  );
}
