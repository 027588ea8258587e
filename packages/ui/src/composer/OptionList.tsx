import { type ReactElement, type ReactNode, useEffect, useRef } from "react";

interface OptionListProps<Item> {
  readonly id: string;
  readonly label: string;
  readonly items: readonly Item[];
  readonly active: number;
  readonly onAccept: (index: number) => void;
  readonly renderItem: (item: Item) => ReactNode;
  /** A note below the rows. */
  readonly note?: string | undefined;
}

/** The list of a combobox. The focus stays in the text field, which names the active row. */
export function OptionList<Item>(props: OptionListProps<Item>): ReactElement {
  const { id, label, items, active, onAccept, renderItem, note } = props;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <ul id={id} ref={list} className="acp-commands" role="listbox" aria-label={label}>
      {items.map((item, index) => (
        <li
          key={index}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className="acp-command-row"
          // Keeps the focus in the text field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onAccept(index)}
        >
          {renderItem(item)}
        </li>
      ))}
      {note !== undefined && (
        <li className="acp-commands-rest" role="presentation">
          {note}
        </li>
      )}
    </ul>
  );
}
