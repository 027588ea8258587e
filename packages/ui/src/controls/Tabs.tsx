import { type KeyboardEvent, type ReactElement, useRef } from "react";

/** The props of {@link Tabs}. */
export interface TabsProps<Id extends string> {
  /** The name of the tabs for screen readers. */
  readonly label: string;
  /** The name of each tab, in the order in which they are shown. */
  readonly tabs: Readonly<Record<Id, string>>;
  /** The selected tab. */
  readonly selected: Id;
  /** Returns the `id` of the element that a tab shows, which needs the role `tabpanel`. */
  readonly getPanelId: (id: Id) => string;
  /** Called when the user selects another tab. */
  readonly onSelect: (id: Id) => void;
}

/**
 * Tabs for the views of a narrow page. The arrow keys, Home and End select another one.
 *
 * @example
 * ```tsx
 * const VIEWS = { panel: "Panel", devtools: "Devtools" };
 *
 * function Views() {
 *   const [view, setView] = useState<keyof typeof VIEWS>("panel");
 *   return (
 *     <Tabs
 *       label="View"
 *       tabs={VIEWS}
 *       selected={view}
 *       getPanelId={(id) => `view-${id}`}
 *       onSelect={setView}
 *     />
 *   );
 * }
 * ```
 */
export function Tabs<Id extends string>(props: TabsProps<Id>): ReactElement {
  const { label, tabs, selected, getPanelId, onSelect } = props;
  const list = useRef<HTMLDivElement>(null);
  const ids = Object.keys(tabs) as Id[];
  function onKeyDown(event: KeyboardEvent): void {
    const last = ids.length - 1;
    const index = ids.indexOf(selected);
    const target = {
      ArrowLeft: index === 0 ? last : index - 1,
      ArrowRight: index === last ? 0 : index + 1,
      Home: 0,
      End: last,
    }[event.key];
    const id = target === undefined ? undefined : ids[target];
    if (target === undefined || id === undefined) return;
    event.preventDefault();
    onSelect(id);
    list.current?.querySelectorAll("button")[target]?.focus();
  }
  return (
    <section className="acp-ui acp-tabs" aria-label={label}>
      <div
        ref={list}
        className="acp-tab-list"
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
      >
        {ids.map((id) => (
          <button
            key={id}
            type="button"
            role="tab"
            className="acp-tab"
            aria-selected={id === selected}
            aria-controls={getPanelId(id)}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {tabs[id]}
          </button>
        ))}
      </div>
    </section>
  );
}
