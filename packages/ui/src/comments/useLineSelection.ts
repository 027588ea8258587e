import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { findRow } from "./findRow.js";
import {
  isCommentable,
  type LineSource,
  reachRow,
  type RowRange,
  type SelectedLines,
  selectLines,
} from "./lineSource.js";

/** Selected rows, and the lines in them when they were selected. The agent may change the file afterwards. */
interface Selection {
  readonly range: RowRange;
  readonly lines: SelectedLines;
}

interface CommentButtonProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly onClick: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onLostPointerCapture: () => void;
}

interface LineSelection {
  /** The lines of the button: those of the pointer, or else of the keyboard. */
  readonly shown: Selection | undefined;
  /** The lines of the editor. */
  readonly editing: Selection | undefined;
  readonly buttonProps: CommentButtonProps;
  /** Whether the keyboard moves the button, whose new name is announced. */
  readonly isMoving: boolean;
  readonly announcement: string | undefined;
  announce(text: string): void;
  /** Closes the editor, and returns the focus to the button. */
  close(): void;
}

interface LineSelectionOptions {
  readonly source: LineSource;
  readonly scroller: RefObject<HTMLElement | null>;
  /** The index of the first rendered row. */
  readonly first: number;
}

/** Lets the user select lines with the pointer and the keyboard. */
export function useLineSelection(options: LineSelectionOptions): LineSelection {
  const { source, scroller } = options;
  const button = useRef<HTMLButtonElement>(null);
  const [hovered, setHovered] = useState<number>();
  const [hasFocus, setHasFocus] = useState(false);
  const [range, setRange] = useState<RowRange>();
  const [editing, setEditing] = useState<Selection>();
  const [isMoving, setIsMoving] = useState(false);
  const [announcement, setAnnouncement] = useState<string>();
  const [dragStart, setDragStart] = useState<number>();
  const wasPressed = useRef(false);
  const returnsFocus = useRef(false);
  const latest = useRef({ ...options, range, editing, dragStart });
  useEffect(() => {
    latest.current = { ...options, range, editing, dragStart };
  });

  const shownRange = useMemo((): RowRange | undefined => {
    if (dragStart !== undefined) return range;
    if (hovered !== undefined) return { anchor: hovered, end: hovered };
    return hasFocus && editing === undefined ? range : undefined;
  }, [dragStart, range, hovered, hasFocus, editing]);
  const shown = useMemo(() => {
    const isShown = shownRange !== undefined && isCommentable(source, shownRange.end);
    return isShown ? { range: shownRange, lines: selectLines(source, shownRange) } : undefined;
  }, [source, shownRange]);

  function edit(next: RowRange): void {
    setHovered(undefined);
    setRange(next);
    setEditing({ range: next, lines: selectLines(source, next) });
  }
  function close(): void {
    returnsFocus.current = true;
    setEditing(undefined);
    setHovered(undefined);
    setIsMoving(false);
    setHasFocus(true);
  }
  useEffect(() => {
    if (!returnsFocus.current || editing !== undefined) return;
    returnsFocus.current = false;
    (button.current ?? scroller.current)?.focus();
  }, [editing, scroller]);
  useEffect(() => {
    if (isMoving) button.current?.scrollIntoView({ block: "nearest" });
  }, [isMoving, range]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const rowAt = (event: globalThis.PointerEvent): number | undefined =>
      findRow(element, latest.current.first, event.clientY);
    const isInEditor = ({ target }: Event): boolean =>
      target instanceof Element && target.closest(".acp-comment-editor") !== null;
    element.addEventListener(
      "pointermove",
      (event) => {
        if (latest.current.dragStart !== undefined) return;
        setHovered(isInEditor(event) ? undefined : rowAt(event));
      },
      { signal },
    );
    element.addEventListener(
      "pointerleave",
      (event) => {
        // A finger leaves the screen after each tap.
        if (event.pointerType === "mouse") setHovered(undefined);
      },
      { signal },
    );
    element.addEventListener(
      "pointerdown",
      (event) => {
        const row = rowAt(event);
        if (isInEditor(event) || row === undefined) return;
        setHovered(row);
        const { editing: open, source: lines } = latest.current;
        if (!event.shiftKey || open === undefined) return;
        // The browser would select the text between the two.
        event.preventDefault();
        const { anchor } = open.range;
        const next = { anchor, end: reachRow(lines, anchor, row) };
        setRange(next);
        setEditing({ range: next, lines: selectLines(lines, next) });
      },
      { signal },
    );
    element.addEventListener(
      "focusin",
      ({ target }) => {
        if (target === element && !element.matches(":focus-visible")) return;
        setHasFocus(true);
        if (target !== element || latest.current.editing !== undefined) return;
        const { source: lines, first } = latest.current;
        const top = element.getBoundingClientRect().top + 1;
        let row = findRow(element, first, top) ?? first;
        while (row < lines.count - 1 && !isCommentable(lines, row)) row += 1;
        setRange({ anchor: row, end: row });
      },
      { signal },
    );
    element.addEventListener(
      "focusout",
      ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && element.contains(relatedTarget)) return;
        // The editor is removed with its focus, which the button gets.
        if (returnsFocus.current) return;
        setHasFocus(false);
        setIsMoving(false);
        setAnnouncement(undefined);
      },
      { signal },
    );
    return () => stop.abort();
  }, [scroller]);

  const buttonProps: CommentButtonProps = {
    ref: button,
    onClick() {
      // The pointer has opened the editor.
      const isPointer = wasPressed.current;
      wasPressed.current = false;
      if (!isPointer && shown !== undefined) edit(shown.range);
    },
    onKeyDown(event) {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (shown === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      const { anchor, end } = shown.range;
      if (event.key === "Escape" && anchor !== end) {
        event.preventDefault();
        setRange({ anchor: end, end });
      }
      if (step === undefined) return;
      event.preventDefault();
      const next = event.shiftKey
        ? reachRow(source, anchor, end + step)
        : findNextRow(source, end, step);
      setHovered(undefined);
      setAnnouncement(undefined);
      setIsMoving(true);
      setRange({ anchor: event.shiftKey ? anchor : next, end: next });
    },
    onPointerDown(event) {
      if (event.button !== 0 || shown === undefined) return;
      wasPressed.current = true;
      // The scroller extends the lines of the open editor.
      if (event.shiftKey && editing !== undefined) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { end } = shown.range;
      setDragStart(end);
      setRange({ anchor: end, end });
    },
    onPointerMove(event) {
      const element = scroller.current;
      if (dragStart === undefined || element === null) return;
      const row = findRow(element, options.first, event.clientY);
      if (row === undefined) return;
      setRange({ anchor: dragStart, end: reachRow(source, dragStart, row) });
    },
    onPointerUp() {
      if (dragStart === undefined || range === undefined) return;
      setDragStart(undefined);
      edit(range);
    },
    onLostPointerCapture: () => setDragStart(undefined),
  };
  return {
    ...{ shown, editing, buttonProps, isMoving, announcement, close },
    announce: setAnnouncement,
  };
}

/** Returns the next line in a direction, past lines that are not shown. */
function findNextRow(source: LineSource, from: number, step: number): number {
  let row = from + step;
  while (source.rowAt(row) !== undefined && !isCommentable(source, row)) row += step;
  return source.rowAt(row) === undefined ? from : row;
}
