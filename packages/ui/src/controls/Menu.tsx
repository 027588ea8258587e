import type { KeyboardEvent, ReactElement } from "react";
import { Icon } from "./Icon.js";
import type { IconName } from "./iconPaths.js";
import { Popover, useClosePopover } from "./Popover.js";

/** An item of a menu. */
export interface MenuItem {
  /** The label. */
  readonly label: string;
  /** The icon in front of the label. */
  readonly icon: IconName;
  /** The keyboard shortcut of the action, for display. */
  readonly shortcut?: string;
  /** Whether the action cannot be undone. Default: `false`. */
  readonly isDangerous?: boolean;
  /** Called when the user chooses the item, after the menu is closed. */
  readonly onChoose: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly buttonClassName?: string;
}

/** A button with a menu. The arrow keys, Home, End and the first letter move between the items. */
export function Menu({ label, items, buttonClassName = "" }: MenuProps): ReactElement {
  return (
    <Popover
      label={label}
      icon="more"
      role="menu"
      className="acp-menu"
      buttonClassName={buttonClassName}
    >
      {items.map((item) => (
        <MenuButton key={item.label} item={item} />
      ))}
    </Popover>
  );
}

function MenuButton({ item }: { item: MenuItem }): ReactElement {
  const close = useClosePopover();
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="acp-menu-item"
      data-dangerous={item.isDangerous}
      onKeyDown={moveFocus}
      onClick={() => {
        close();
        item.onChoose();
      }}
    >
      <Icon name={item.icon} />
      <span className="acp-menu-label">{item.label}</span>
      {item.shortcut !== undefined && <kbd aria-hidden="true">{item.shortcut}</kbd>}
    </button>
  );
}

function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const siblings = [...(event.currentTarget.parentElement?.children ?? [])];
  const at = siblings.indexOf(event.currentTarget);
  const next = findNextItem(siblings, at, event.key);
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

function findNextItem(items: readonly Element[], at: number, key: string): Element | undefined {
  switch (key) {
    case "ArrowDown":
      return items[(at + 1) % items.length];
    case "ArrowUp":
      return items.at(at - 1);
    case "Home":
      return items[0];
    case "End":
      return items.at(-1);
    default: {
      const following = [...items.slice(at + 1), ...items.slice(0, at)];
      return key.length === 1
        ? following.find((item) => item.textContent.toLowerCase().startsWith(key.toLowerCase()))
        : undefined;
    }
  }
}
