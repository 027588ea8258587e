import { hotkeysCoreFeature, syncDataLoaderFeature, type ItemInstance } from "@headless-tree/core";
import { useTree } from "@headless-tree/react";
import type { ReviewedFile } from "@acp-store/review";
import { Icon } from "@acp-store/ui";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { buildTree, foldersAround, nameOf } from "./treeItems.js";

const ROW_HEIGHT = 24;

interface FileTreeProps {
  readonly paths: readonly string[];
  /** The files with changes to decide. */
  readonly changed: ReadonlyMap<string, ReviewedFile>;
  /** The file in the editor. */
  readonly active: string | undefined;
  readonly onOpen: (path: string) => void;
}

/** The files of a folder. Only the rows near the view are rendered. */
export function FileTree({ paths, changed, active, onOpen }: FileTreeProps): ReactElement {
  const items = useMemo(() => buildTree(paths), [paths]);
  const changedFolders = useMemo(
    () => new Set([...changed.keys()].flatMap(foldersAround)),
    [changed],
  );
  const [expandedItems, setExpandedItems] = useState<string[]>(() =>
    active === undefined ? [] : [...foldersAround(active)],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const tree = useTree<string>({
    rootItemId: "",
    getItemName: (item) => nameOf(item.getId()),
    isItemFolder: (item) => items.has(item.getId()),
    dataLoader: { getItem: (id) => id, getChildren: (id) => [...(items.get(id) ?? [])] },
    state: { expandedItems },
    setExpandedItems,
    onPrimaryAction: (item) => {
      if (!item.isFolder()) onOpen(item.getId());
    },
    scrollToItem: (item) => virtualizer.scrollToIndex(item.getItemMeta().index),
    features: [syncDataLoaderFeature, hotkeysCoreFeature],
  });
  // The tree keeps its rows until it is told that the files have changed.
  useEffect(() => tree.rebuildTree(), [tree, items]);
  useEffect(() => {
    if (active === undefined) return;
    setExpandedItems((expanded) => {
      const missing = foldersAround(active).filter((folder) => !expanded.includes(folder));
      return missing.length === 0 ? expanded : [...expanded, ...missing];
    });
  }, [active]);
  const rows = tree.getItems();
  // The React Compiler is not used here, so unstable return values are fine.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  return (
    <div ref={scroller} className="file-tree">
      <div
        {...tree.getContainerProps("Files of the folder")}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = rows[index];
          return (
            item && (
              <TreeRow
                key={item.getId()}
                item={item}
                start={start}
                isActive={item.getId() === active}
                file={changed.get(item.getId())}
                hasChanges={changedFolders.has(item.getId())}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface TreeRowProps {
  readonly item: ItemInstance<string>;
  readonly start: number;
  readonly isActive: boolean;
  readonly file: ReviewedFile | undefined;
  readonly hasChanges: boolean;
}

const CHANGE_MARKS: Readonly<
  Record<ReviewedFile["change"], readonly [mark: string, name: string]>
> = {
  add: ["A", "added"],
  modify: ["M", "changed"],
  mode: ["M", "permissions changed"],
  delete: ["D", "deleted"],
};

const FOLDER_MARK = ["•", "contains changes"] as const;

function TreeRow({ item, start, isActive, file, hasChanges }: TreeRowProps): ReactElement {
  const { level } = item.getItemMeta();
  const isFolder = item.isFolder();
  const [mark, hint] =
    file !== undefined ? CHANGE_MARKS[file.change] : hasChanges ? FOLDER_MARK : [];
  const label = hint === undefined ? item.getItemName() : `${item.getItemName()}, ${hint}`;
  return (
    <button
      type="button"
      {...item.getProps()}
      className="tree-row"
      aria-label={label}
      aria-current={isActive ? "true" : undefined}
      // Not as text, because screen readers get the hint.
      data-mark={mark}
      data-change={file?.change ?? (hasChanges ? "inside" : undefined)}
      title={item.getId()}
      style={{ transform: `translateY(${start}px)`, paddingInlineStart: 8 + level * 14 }}
    >
      <Icon
        name={isFolder ? "chevron" : "file"}
        className={isFolder && item.isExpanded() ? "tree-open" : ""}
      />
      <span className="tree-name">{item.getItemName()}</span>
    </button>
  );
}
