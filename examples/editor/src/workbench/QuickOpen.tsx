import { type KeyboardEvent, type ReactElement, useId, useMemo, useState } from "react";
import { findPaths } from "./findPaths.js";
import { PageDialog } from "./PageDialog.js";
import { nameOf, parentOf } from "./treeItems.js";

interface QuickOpenProps {
  readonly paths: readonly string[];
  readonly onOpen: (path: string) => void;
  readonly onClose: () => void;
}

/** A field that finds files by parts of their paths. */
export function QuickOpen({ paths, onOpen, onClose }: QuickOpenProps): ReactElement {
  const [query, setQuery] = useState("");
  const [selected, setSelected] = useState(0);
  const matches = useMemo(() => findPaths(paths, query), [paths, query]);
  const id = useId();
  const choose = (path: string | undefined): void => {
    if (path === undefined) return;
    onClose();
    onOpen(path);
  };
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const { length } = matches;
    if (event.key === "Enter") choose(matches[selected]);
    else if (event.key === "ArrowDown") setSelected((selected + 1) % Math.max(1, length));
    else if (event.key === "ArrowUp") setSelected((selected + length - 1) % Math.max(1, length));
    else return;
    event.preventDefault();
  }
  return (
    <PageDialog label="Go to a file" onClose={onClose}>
      <input
        className="quick-open-field"
        role="combobox"
        aria-label="Name or path of a file"
        aria-expanded={matches.length > 0}
        aria-controls={id}
        aria-activedescendant={matches.length > 0 ? `${id}-${selected}` : undefined}
        aria-autocomplete="list"
        placeholder="Name or path of a file"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setSelected(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={id} className="quick-open-list" role="listbox" aria-label="Files">
        {matches.map((path, index) => (
          <li
            key={path}
            id={`${id}-${index}`}
            ref={(item) => {
              if (index === selected) item?.scrollIntoView({ block: "nearest" });
            }}
            role="option"
            aria-selected={index === selected}
            title={path}
            onClick={() => choose(path)}
          >
            <span>{nameOf(path)}</span> <span className="quick-open-folder">{parentOf(path)}</span>
          </li>
        ))}
      </ul>
      {matches.length === 0 && (
        <p className="quick-open-note" role="status">
          No file matches.
        </p>
      )}
    </PageDialog>
  );
}
