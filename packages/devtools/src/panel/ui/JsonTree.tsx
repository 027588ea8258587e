import { type ReactNode, useState } from "react";
import { type ChangedPaths, childrenOf, pathKey, previewOf } from "../model/jsonTree.js";
import { Icon, LinkButton } from "./controls.js";

/** The number of children that are shown at first, and added by each click. */
const CHILDREN_PER_PAGE = 100;
/** The number of characters of a text that are shown at first. */
const SHORT_TEXT_LENGTH = 240;

interface JsonTreeProps {
  readonly value: unknown;
  readonly label: string;
  /** The number of levels that are open at first. */
  readonly depth: number;
  /** The paths that are marked as changed. */
  readonly changes?: ChangedPaths | undefined;
  /** Whether the branches that contain changes are open at first. */
  readonly opensChanges?: boolean;
  /** A path that is open at first. */
  readonly opensTo?: readonly string[] | undefined;
  /** The paths to values with a problem. They are marked, and open at first. */
  readonly problems?: readonly (readonly string[])[];
  /** Renders the actions of an open branch. */
  readonly actionsOf?: ((path: readonly string[], value: unknown) => ReactNode) | undefined;
}

/** Shows a value as a tree. Closed branches are not read. */
export function JsonTree(props: JsonTreeProps): ReactNode {
  const { value, label, depth, changes, opensChanges, opensTo = [], problems = [] } = props;
  const openedPath = prefixesOf(opensTo);
  const opened = [...openedPath, ...problems.flatMap(prefixesOf)];
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());

  const tree: TreeState = {
    actionsOf: props.actionsOf,
    changes,
    target: openedPath.at(-1),
    problems: new Set(problems.filter((path) => path.length > 0).map(pathKey)),
    isOpen: (key, level) =>
      toggled.get(key) ??
      (level < depth ||
        opened.includes(key) ||
        (opensChanges === true && changes?.ancestors.has(key) === true)),
    toggle: (key, isOpen) => setToggled(new Map(toggled).set(key, isOpen)),
  };
  return (
    <ul className="tree" aria-label={label}>
      <TreeNode name={label} value={value} path={[]} tree={tree} />
    </ul>
  );
}

/** Returns the keys of a path and of the branches that contain its value, without the root. */
function prefixesOf(path: readonly string[]): string[] {
  return path.map((_, index) => pathKey(path.slice(0, index + 1)));
}

interface TreeState {
  readonly actionsOf: JsonTreeProps["actionsOf"];
  readonly target: string | undefined;
  readonly changes: ChangedPaths | undefined;
  readonly problems: ReadonlySet<string>;
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
  const [shown, setShown] = useState(CHILDREN_PER_PAGE);
  const key = pathKey(path);
  const children = childrenOf(value);
  const changeClass = changeClassOf(key, tree.changes);
  const hasProblem = tree.problems.has(key);
  const className = [changeClass, hasProblem && "problem", key === tree.target && "target"]
    .filter(Boolean)
    .join(" ");
  if (children === undefined || children.count === 0)
    return (
      <li className={`leaf ${className}`}>
        <span className="key">{name}</span> <LeafValue value={value} />
        {hasProblem && <span className="sr-only"> has a finding</span>}
      </li>
    );
  const isOpen = tree.isOpen(key, path.length);
  return (
    <li className={className}>
      <button
        type="button"
        className="branch"
        aria-expanded={isOpen}
        onClick={() => tree.toggle(key, !isOpen)}
      >
        <Icon name="twist" />
        <span className="key">{name}</span> <span className="preview">{previewOf(value)}</span>
        {changeClass !== "" && <span className="sr-only"> changed</span>}
        {hasProblem && <span className="sr-only"> has a finding</span>}
      </button>
      {isOpen && tree.actionsOf !== undefined && path.length > 0 && (
        <span className="branch-actions">{tree.actionsOf(path, value)}</span>
      )}
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
              <LinkButton onClick={() => setShown(shown + CHILDREN_PER_PAGE)}>
                Show more of {children.count.toLocaleString("en")}
              </LinkButton>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function changeClassOf(key: string, changes: ChangedPaths | undefined): string {
  if (changes?.changed.has(key) === true) return "changed";
  return changes?.ancestors.has(key) === true ? "changed-inside" : "";
}

function LeafValue({ value }: { readonly value: unknown }): ReactNode {
  const [isExpanded, setIsExpanded] = useState(false);
  if (typeof value !== "string") return <span className="value">{formatLeaf(value)}</span>;
  const isLong = value.length > SHORT_TEXT_LENGTH;
  const text = isLong && !isExpanded ? `${value.slice(0, SHORT_TEXT_LENGTH)}…` : value;
  return (
    <span className="value text">
      {JSON.stringify(text)}
      {isLong && " "}
      {isLong && (
        <LinkButton onClick={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? "Show less" : `Show all ${value.length.toLocaleString("en")} characters`}
        </LinkButton>
      )}
    </span>
  );
}

function formatLeaf(value: unknown): string {
  if (value instanceof Map) return "Map {}";
  return JSON.stringify(value) ?? "undefined";
}
