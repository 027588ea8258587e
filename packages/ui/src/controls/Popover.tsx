import {
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Icon } from "./Icon.js";
import type { IconName } from "./iconPaths.js";

/** The props of {@link Popover}. */
export interface PopoverProps {
  /** The accessible name of the button and of the content. */
  readonly label: string;
  /** The icon of the button. */
  readonly icon: IconName;
  /** Further classes of the content. */
  readonly className?: string;
  /** Further classes of the button. */
  readonly buttonClassName?: string;
  /** `menu` if the content consists of menu items, which handle the arrow keys. Default: `group`. */
  readonly role?: "group" | "menu";
  /** Rendered while the popover is open. */
  readonly children: ReactNode;
}

const ClosePopoverContext = createContext<() => void>(() => {});

/** Returns a function that closes the popover around the component and focuses its button. */
export function useClosePopover(): () => void {
  return useContext(ClosePopoverContext);
}

const GAP = 4;

/**
 * An icon button that shows content in the top layer, so that no container cuts it off. A click
 * outside, Escape or Tab out of the content closes it.
 */
export function Popover(props: PopoverProps): ReactElement {
  const { label, icon, className = "", buttonClassName = "", role = "group", children } = props;
  const button = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);

  const close = (): void => closePopover(content.current, button.current);
  useEffect(() => {
    if (!isOpen) return undefined;
    keepInWindow(content.current);
    content.current?.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
    // The content does not move with its button.
    const onScroll = ({ target }: Event): void => {
      if (containsComposed(target, button.current)) content.current?.hidePopover();
    };
    // The events of elements in a shadow root do not reach the window.
    const root = button.current?.getRootNode();
    // Escape must not stop the running turn as well, even if the focused element was removed.
    const onEscape = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      closePopover(content.current, button.current);
    };
    addEventListener("scroll", onScroll, { capture: true });
    root?.addEventListener("scroll", onScroll, { capture: true });
    addEventListener("keydown", onEscape, { capture: true });
    return () => {
      removeEventListener("scroll", onScroll, { capture: true });
      root?.removeEventListener("scroll", onScroll, { capture: true });
      removeEventListener("keydown", onEscape, { capture: true });
    };
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Tab" && role === "menu") content.current?.hidePopover();
  };

  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    // Tab has left the content. Without a target, the window or the focused element is gone.
    if (relatedTarget instanceof Node && !content.current?.contains(relatedTarget))
      content.current?.hidePopover();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={`acp-ui acp-icon-button ${buttonClassName}`}
        aria-label={label}
        title={label}
        aria-haspopup={role === "menu" ? "menu" : true}
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        <Icon name={icon} />
      </button>
      <div
        ref={content}
        id={id}
        popover="auto"
        className={`acp-ui acp-popover ${className}`}
        role={role}
        aria-label={label}
        onBeforeToggle={({ newState }) => {
          if (newState === "open") placeBelow(content.current, button.current);
        }}
        onToggle={({ newState }) => setIsOpen(newState === "open")}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      >
        <ClosePopoverContext value={close}>{isOpen && children}</ClosePopoverContext>
      </div>
    </>
  );
}

/** Hides the content, and focuses the button. */
function closePopover(content: HTMLElement | null, button: HTMLElement | null): void {
  content?.hidePopover();
  button?.focus();
}

/** Returns whether `outer` contains the node, even if the node is in a shadow root inside it. */
function containsComposed(outer: EventTarget | null, node: Node | null): boolean {
  if (!(outer instanceof Node) || node === null) return false;
  const root = node.getRootNode();
  return outer.contains(node) || (root instanceof ShadowRoot && containsComposed(outer, root.host));
}

/** Moves content that is wider than the space beside its button. */
function keepInWindow(content: HTMLElement | null): void {
  if (content === null) return;
  const { left, right } = content.getBoundingClientRect();
  const isCutLeft = left < GAP;
  if (!isCutLeft && right <= innerWidth - GAP) return;
  content.style.left = isCutLeft ? `${GAP}px` : "auto";
  content.style.right = isCutLeft ? "auto" : `${GAP}px`;
}

/**
 * Aligns the edges at the end of the line. In the lower part of the window, the content is placed
 * above.
 */
function placeBelow(content: HTMLElement | null, button: HTMLElement | null): void {
  if (content === null || button === null) return;
  const { top, left, right, bottom } = button.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(button).direction === "rtl";
  const isAbove = bottom > innerHeight * 0.65;
  content.style.right = isRightToLeft ? "auto" : `${Math.max(GAP, innerWidth - right)}px`;
  content.style.left = isRightToLeft ? `${Math.max(GAP, left)}px` : "auto";
  content.style.top = isAbove ? "auto" : `${bottom + GAP}px`;
  content.style.bottom = isAbove ? `${innerHeight - top + GAP}px` : "auto";
}
