import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { pageStorage } from "../shell/pageStorage.js";

const STORAGE_KEY = "acp-editor-split";
/** The width of the conversation in percent of the page beside the sidebar. */
const RANGE = { min: 25, start: 42, max: 75 } as const;
const KEY_STEP = 3;

/**
 * The line between the conversation and the files, moved with the pointer or the arrow keys. It sets the width in the
 * style of its parent. Not from a library, because the conversation is there before this code is loaded,
 * and must not be mounted again.
 */
export function SplitHandle(): ReactElement {
  const [percent, setPercent] = useState(readSplit);
  const handle = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    handle.current?.parentElement?.style.setProperty("--split", `${percent}%`);
  }, [percent]);
  function onChange(next: number): void {
    const limited = Math.round(Math.min(RANGE.max, Math.max(RANGE.min, next)));
    setPercent(limited);
    pageStorage.setItem(STORAGE_KEY, String(limited));
  }
  function onPointerMove({ currentTarget, clientX, buttons }: PointerEvent<HTMLElement>): void {
    const parent = currentTarget.parentElement;
    if (buttons !== 1 || parent === null) return;
    const { left, right, width } = parent.getBoundingClientRect();
    const isRightToLeft = getComputedStyle(parent).direction === "rtl";
    onChange(((isRightToLeft ? right - clientX : clientX - left) / width) * 100);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const next = {
      ArrowLeft: percent - KEY_STEP,
      ArrowRight: percent + KEY_STEP,
      Home: RANGE.min,
      End: RANGE.max,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
  }
  return (
    <div
      ref={handle}
      className="split-handle"
      role="separator"
      tabIndex={0}
      aria-label="Width of the conversation"
      aria-orientation="vertical"
      aria-valuenow={percent}
      aria-valuemin={RANGE.min}
      aria-valuemax={RANGE.max}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
}

function readSplit(): number {
  const stored = Number(pageStorage.getItem(STORAGE_KEY));
  return stored >= RANGE.min && stored <= RANGE.max ? stored : RANGE.start;
}
