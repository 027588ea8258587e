import { type KeyboardEvent, type ReactElement, useEffect, useRef } from "react";
import { useStore } from "zustand";
import type { FileDocument } from "./fileDocument.js";
import { nameOf } from "./treeItems.js";

interface FileTabsProps {
  readonly documents: readonly FileDocument[];
  readonly active: string | undefined;
  /** The tab that follows the agent. */
  readonly followed: string | undefined;
  readonly panelId: string;
  readonly onSelect: (path: string) => void;
  readonly onClose: (path: string) => void;
}

/** The open files. The arrow keys, Home and End select another one, and Delete closes it. */
export function FileTabs(props: FileTabsProps): ReactElement {
  const { documents, active, onSelect, onClose } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ inline: "nearest" });
  }, [active]);
  function onKeyDown(event: KeyboardEvent): void {
    const paths = documents.map(({ path }) => path);
    const at = paths.indexOf(active ?? "");
    if (event.key === "Delete" && active !== undefined) onClose(active);
    const target = {
      ArrowLeft: paths.at(at - 1),
      ArrowRight: paths[(at + 1) % paths.length],
      Home: paths[0],
      End: paths.at(-1),
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onSelect(target);
    list.current?.querySelectorAll("button")[paths.indexOf(target)]?.focus();
  }
  return (
    <div
      ref={list}
      className="file-tabs"
      role="tablist"
      aria-label="Open files"
      onKeyDown={onKeyDown}
    >
      {documents.map((document) => (
        <FileTab key={document.path} {...props} document={document} />
      ))}
    </div>
  );
}

interface FileTabProps extends Omit<FileTabsProps, "documents"> {
  readonly document: FileDocument;
}

function FileTab(props: FileTabProps): ReactElement {
  const { document, active, followed, panelId, onSelect, onClose } = props;
  const { path } = document;
  const isDirty = useStore(document.store, (state) => state.isDirty);
  const isActive = path === active;
  return (
    <button
      type="button"
      role="tab"
      className="file-tab"
      title={path}
      data-followed={path === followed}
      aria-label={isDirty ? `${nameOf(path)}, not saved` : nameOf(path)}
      aria-selected={isActive}
      aria-controls={isActive ? panelId : undefined}
      tabIndex={isActive ? 0 : -1}
      onClick={() => onSelect(path)}
      onAuxClick={({ button }) => button === 1 && onClose(path)}
    >
      {nameOf(path)}
      {/* A button cannot contain another. With the keyboard, Delete closes the tab. */}
      <span
        className="file-tab-close"
        data-dirty={isDirty}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          onClose(path);
        }}
      />
    </button>
  );
}
