import { Fragment, type ReactNode, useMemo, useState } from "react";
import { collapseEqual } from "../compare/collapse.js";
import { formatCount } from "../model/format.js";
import { LinkButton } from "./controls.js";

interface CollapsedListProps<Item> {
  readonly className: string;
  readonly items: readonly Item[];
  readonly isEqual: (item: Item) => boolean;
  /** The number of equal items that are shown around a difference. */
  readonly context: number;
  /** The number of rows that are shown at first, and added by each click. */
  readonly pageSize: number;
  /** The noun for counting items. */
  readonly noun: string;
  /** Renders an item as `<li>`. */
  readonly children: (item: Item) => ReactNode;
}

/** An item, or a number of equal items that are left out. */
interface Row<Item> {
  readonly place: number;
  readonly content: { readonly item: Item } | { readonly hidden: number };
}

/** A list of differences that leaves out long stretches of equal items until the user opens them. */
export function CollapsedList<Item>(props: CollapsedListProps<Item>): ReactNode {
  const { className, items, isEqual, context, pageSize, noun, children } = props;
  const [limit, setLimit] = useState(pageSize);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const stretches = useMemo(
    () => collapseEqual(items, isEqual, context),
    [items, isEqual, context],
  );
  const rows = stretches.flatMap(({ items: stretch, isCollapsed, start }): Row<Item>[] =>
    isCollapsed && !opened.has(start)
      ? [{ place: start, content: { hidden: stretch.length } }]
      : stretch.map((item, offset) => ({ place: start + offset, content: { item } })),
  );
  return (
    <>
      <ol className={`collapsed-list ${className}`}>
        {rows.slice(0, limit).map(({ place, content }) =>
          "item" in content ? (
            <Fragment key={place}>{children(content.item)}</Fragment>
          ) : (
            <li key={place} className="gap">
              <LinkButton onClick={() => setOpened(new Set(opened).add(place))}>
                … {formatCount(content.hidden, `equal ${noun}`)}
              </LinkButton>
            </li>
          ),
        )}
      </ol>
      {rows.length > limit && (
        <p className="more">
          <LinkButton onClick={() => setLimit(limit + pageSize)}>
            Show {formatCount(Math.min(pageSize, rows.length - limit), `more ${noun}`)}
          </LinkButton>
        </p>
      )}
    </>
  );
}
