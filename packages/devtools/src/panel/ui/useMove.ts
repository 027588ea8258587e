import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import type { Settings } from "../model/settings.js";

/** In CSS pixels. */
const STEP = 24;

const ARROWS: Readonly<Record<string, readonly [right: number, bottom: number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

/** What makes the panel move: for the elements that it is moved by. */
interface Move {
  readonly ofHeader: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  };
  readonly ofHandle: { readonly onKeyDown: (event: KeyboardEvent) => void };
}

/** How the floating panel is moved: by its header with the pointer, or by its handle with the arrow keys. */
export function useMove(onChange: (changed: Partial<Settings>) => void): Move {
  /** The pointer, from where it would be if the panel stood in the corner. */
  const grip = useRef({ x: 0, y: 0 });

  /** Places the panel so far from the right and the lower edge of the window, and never beyond one. */
  function place(element: Element, right: number, bottom: number): void {
    const { width, height } = frameOf(element).getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    onChange({
      right: Math.round(Math.max(0, Math.min(right, clientWidth - width))),
      bottom: Math.round(Math.max(0, Math.min(bottom, clientHeight - height))),
    });
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const { target, currentTarget, clientX, clientY } = event;
    const isControl = (target as Element).closest("button:not(.move), input, label") !== null;
    if (event.button !== 0 || isControl) return;
    const { right, bottom } = edgesOf(currentTarget);
    grip.current = { x: clientX + right, y: clientY + bottom };
    currentTarget.setPointerCapture(event.pointerId);
  }

  function onPointerMove({
    currentTarget,
    pointerId,
    clientX,
    clientY,
  }: PointerEvent<HTMLElement>): void {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    place(currentTarget, grip.current.x - clientX, grip.current.y - clientY);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    const { right, bottom } = edgesOf(event.currentTarget);
    place(event.currentTarget, right + arrow[0], bottom + arrow[1]);
  }

  return { ofHeader: { onPointerDown, onPointerMove }, ofHandle: { onKeyDown } };
}

function frameOf(element: Element): Element {
  return element.closest(".frame") ?? element;
}

/** Where it stands, which may be nearer to the corner than was asked for: the window may be small. */
function edgesOf(element: Element): { right: number; bottom: number } {
  const { right, bottom } = frameOf(element).getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  return { right: clientWidth - right, bottom: clientHeight - bottom };
}
