import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useDeferredValue,
  useId,
  useMemo,
  useState,
} from "react";
import { findPaths, type PathMatch } from "./fuzzyPaths.js";
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
  const deferred = useDeferredValue(query);
  const matches = useMemo(() => findPaths(paths, deferred), [paths, deferred]);
  const id = useId();
  const choose = (match: PathMatch | undefined): void => {
    if (match === undefined) return;
    onClose();
    onOpen(match.path);
  };
  function onKeyDown(event: KeyboardEvent): void {
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
        {matches.map((match, index) => (
          <li
            key={match.path}
            id={`${id}-${index}`}
            ref={(item) => {
              if (index === selected) item?.scrollIntoView({ block: "nearest" });
            }}
            role="option"
            aria-selected={index === selected}
            title={match.path}
            onClick={() => choose(match)}
          >
            <MatchedPath match={match} />
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

/** The name of the file, then its folder, with the characters that match. */
function MatchedPath({ match }: { readonly match: PathMatch }): ReactElement {
  const { path, indexes } = match;
  const start = path.length - nameOf(path).length;
  return (
    <>
      <span>{markCharacters(nameOf(path), indexes, start)}</span>{" "}
      <span className="quick-open-folder">{markCharacters(parentOf(path), indexes, 0)}</span>
    </>
  );
}

function markCharacters(text: string, indexes: readonly number[], offset: number): ReactNode {
  const marked = new Set(indexes);
  return Array.from({ length: text.length }, (_, at) =>
    marked.has(at + offset) ? <b key={at}>{text[at]}</b> : text[at],
  );
}
