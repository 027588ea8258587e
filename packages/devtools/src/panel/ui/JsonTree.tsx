import { type ReactNode, useState } from "react";
import { type ChangedPaths, pathKey } from "../model/changedPaths.js";
import { childrenOf, previewOf } from "../model/jsonNode.js";
import { Icon } from "./Icon.js";
import { JsonText } from "./JsonText.js";

/** How many children are shown at first, and how many more each time. */
const PIECE = 100;

interface JsonTreeProps {
  readonly value: unknown;
  readonly label: string;
  /** How many levels are open at first. */
  readonly depth: number;
  /** What is marked. */
  readonly changed?: ChangedPaths | undefined;
  /** What is marked is also open at first. */
  readonly opensChanged?: boolean;
  /** A place that is open at first, with all that it is part of. */
  readonly opensTo?: readonly string[] | undefined;
}

/** A value as a tree. What is closed is not looked at. */
export function JsonTree(props: JsonTreeProps): ReactNode {
  const { value, label, depth, changed, opensChanged, opensTo = [] } = props;
  const opened = opensTo.map((_, place) => pathKey(opensTo.slice(0, place + 1)));
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());

  const tree: TreeState = {
    changed,
    target: opened.at(-1),
    isOpen: (key, level) =>
      toggled.get(key) ??
      (level < depth ||
        opened.includes(key) ||
        (opensChanged === true && changed?.around.has(key) === true)),
    toggle: (key, isOpen) => setToggled(new Map(toggled).set(key, isOpen)),
  };
  return (
    <ul className="tree" aria-label={label}>
      <TreeNode name={label} value={value} path={[]} tree={tree} />
    </ul>
  );
}

interface TreeState {
  readonly target: string | undefined;
  readonly changed: ChangedPaths | undefined;
  isOpen(key: string, level: number): boolean;
  toggle(key: string, isOpen: boolean): void;
}

interface TreeNodeProps {
  readonly name: string;
  readonly value: unknown;
  readonly path: readonly string[];
  readonly tree: TreeState;
}

function TreeNode({ name, value, path, tree }: TreeNodeProps): ReactNode {
  const [shown, setShown] = useState(PIECE);
  const key = pathKey(path);
  const children = childrenOf(value);
  const mark = markOf(key, tree.changed);
  if (children === undefined || children.count === 0)
    return (
      <li className={`leaf ${mark}`}>
        <span className="key">{name}</span> <JsonText value={value} />
      </li>
    );
  const isOpen = tree.isOpen(key, path.length);
  return (
    <li className={key === tree.target ? `${mark} target` : mark}>
      <button
        type="button"
        className="branch"
        aria-expanded={isOpen}
        onClick={() => tree.toggle(key, !isOpen)}
      >
        <Icon name="twist" />
        <span className="key">{name}</span> <span className="preview">{previewOf(value)}</span>
        {mark !== "" && <span className="sr-only"> changed</span>}
      </button>
      {isOpen && (
        <ul>
          {children.first(shown).map(([childName, child]) => (
            <TreeNode
              key={childName}
              name={childName}
              value={child}
              path={[...path, childName]}
              tree={tree}
            />
          ))}
          {children.count > shown && (
            <li>
              <button type="button" className="link" onClick={() => setShown(shown + PIECE)}>
                Show more of {children.count.toLocaleString("en")}
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function markOf(key: string, changed: ChangedPaths | undefined): string {
  if (changed?.at.has(key) === true) return "changed";
  return changed?.around.has(key) === true ? "changed-inside" : "";
}
