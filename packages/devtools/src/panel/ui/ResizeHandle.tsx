import type { KeyboardEvent, PointerEvent, ReactNode } from "react";

interface ResizeHandleProps {
  readonly axis: "height" | "width";
  /** In CSS pixels. */
  readonly size: number;
  readonly onResize: (size: number) => void;
}

const LEAST = { height: 160, width: 380 };
const STEP = 24;

/** The edge by which the panel is made larger: with the pointer, or with the arrow keys. */
export function ResizeHandle({ axis, size, onResize }: ResizeHandleProps): ReactNode {
  const most = (): number => (axis === "height" ? innerHeight : innerWidth) - 16;
  const resize = (wanted: number): void =>
    onResize(Math.round(Math.min(Math.max(wanted, LEAST[axis]), Math.max(most(), LEAST[axis]))));

  function onKeyDown(event: KeyboardEvent): void {
    const grow = axis === "height" ? "ArrowUp" : "ArrowLeft";
    const shrink = axis === "height" ? "ArrowDown" : "ArrowRight";
    if (event.key !== grow && event.key !== shrink) return;
    event.preventDefault();
    resize(size + (event.key === grow ? STEP : -STEP));
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const frame = event.currentTarget.parentElement?.getBoundingClientRect();
    if (frame === undefined) return;
    resize(axis === "height" ? frame.bottom - event.clientY : frame.right - event.clientX);
  }

  return (
    <div
      className={`resize resize-${axis}`}
      role="separator"
      tabIndex={0}
      aria-label={`Change the ${axis} of the devtools`}
      aria-orientation={axis === "height" ? "horizontal" : "vertical"}
      aria-valuenow={size}
      aria-valuemin={LEAST[axis]}
      aria-valuemax={most()}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}
