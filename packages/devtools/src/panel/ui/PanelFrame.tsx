import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
} from "react";
import type { Settings } from "../model/settings.js";
import { useReservedSpace } from "./useReservedSpace.js";

type ChangeSettings = (changed: Partial<Settings>) => void;

/** The smallest size of the panel, in CSS pixels. */
const MIN_SIZE = { height: 160, width: 380 };
/** The distance in CSS pixels by which an arrow key resizes or moves the panel. */
const KEY_STEP = 24;

interface PanelFrameProps {
  readonly settings: Settings;
  readonly onChange: ChangeSettings;
  /** Whether the panel takes the focus when it appears. */
  readonly takesFocus: boolean;
  readonly children: ReactNode;
}

/** The outer element of the panel. Positions it, and lets the user resize it. */
export function PanelFrame({
  settings,
  onChange,
  takesFocus,
  children,
}: PanelFrameProps): ReactNode {
  const ref = useRef<HTMLElement>(null);
  const { position, height, width, right, bottom } = settings;
  const hasHeight = position === "bottom" || position === "floating";
  const hasWidth = position === "right" || position === "floating";
  const style: CSSProperties = {
    ...(hasHeight && { height }),
    ...(hasWidth && { width }),
    ...(position === "floating" && {
      right: edgeDistance(right, width),
      bottom: edgeDistance(bottom, height),
    }),
  };

  useReservedSpace(ref, position);
  useEffect(() => {
    if (takesFocus) ref.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  return (
    <section
      ref={ref}
      tabIndex={-1}
      className="frame"
      data-position={position}
      style={style}
      aria-label="ACP devtools"
    >
      {hasHeight && (
        <ResizeHandle
          axis="height"
          size={height}
          max={innerHeight - 16}
          onResize={(resized) => onChange({ height: resized })}
        />
      )}
      {hasWidth && (
        <ResizeHandle
          axis="width"
          size={width}
          max={position === "right" ? innerWidth / 2 : innerWidth - 16}
          onResize={(resized) => onChange({ width: resized })}
        />
      )}
      {children}
    </section>
  );
}

/** Returns a distance from an edge of the window that keeps the panel inside it at any window size. */
function edgeDistance(wanted: number, size: number): string {
  return `clamp(0px, ${wanted}px, 100% - min(${size}px, 100% - 28px))`;
}

interface ResizeHandleProps {
  readonly axis: "height" | "width";
  /** The size in the settings, in CSS pixels. A small window shows less of it, up to `max`. */
  readonly size: number;
  readonly max: number;
  readonly onResize: (size: number) => void;
}

/** The edge that resizes the panel with the pointer or the arrow keys. */
function ResizeHandle({ axis, size, max, onResize }: ResizeHandleProps): ReactNode {
  const min = MIN_SIZE[axis];
  const clamp = (wanted: number): number => Math.round(Math.max(Math.min(wanted, max), min));
  const shownSize = clamp(size);
  const resize = (wanted: number): void => onResize(clamp(wanted));

  function onKeyDown(event: KeyboardEvent): void {
    const growKey = axis === "height" ? "ArrowUp" : "ArrowLeft";
    const shrinkKey = axis === "height" ? "ArrowDown" : "ArrowRight";
    if (event.key !== growKey && event.key !== shrinkKey) return;
    event.preventDefault();
    resize(shownSize + (event.key === growKey ? KEY_STEP : -KEY_STEP));
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
      aria-valuenow={shownSize}
      aria-valuemin={min}
      aria-valuemax={Math.max(max, min)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}

/** The event handlers for the elements that move the floating panel. */
interface MoveHandlers {
  readonly header: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  };
  readonly handle: { readonly onKeyDown: (event: KeyboardEvent) => void };
}

const ARROW_STEPS: Readonly<Record<string, readonly [right: number, bottom: number]>> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
};

/** Moves the floating panel: the pointer drags its header, and the arrow keys move its handle. */
export function useMoveHandlers(onChange: ChangeSettings): MoveHandlers {
  /** The pointer position relative to the panel, as if the panel were in the corner of the window. */
  const grip = useRef({ x: 0, y: 0 });

  /** Moves the panel to a distance from the right and bottom edges, within the window. */
  function moveTo(element: Element, right: number, bottom: number): void {
    const { width, height } = frameOf(element).getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    onChange({
      right: Math.round(Math.max(0, Math.min(right, clientWidth - width))),
      bottom: Math.round(Math.max(0, Math.min(bottom, clientHeight - height))),
    });
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const { target, currentTarget, clientX, clientY } = event;
    const isControl =
      (target as Element).closest("button:not(.move), input, label, dialog") !== null;
    if (event.button !== 0 || isControl) return;
    const { right, bottom } = edgesOf(currentTarget);
    grip.current = { x: clientX + right, y: clientY + bottom };
    currentTarget.setPointerCapture(event.pointerId);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const { currentTarget, pointerId, clientX, clientY } = event;
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    moveTo(currentTarget, grip.current.x - clientX, grip.current.y - clientY);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = ARROW_STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const { right, bottom } = edgesOf(event.currentTarget);
    moveTo(event.currentTarget, right + step[0], bottom + step[1]);
  }

  return { header: { onPointerDown, onPointerMove }, handle: { onKeyDown } };
}

function frameOf(element: Element): Element {
  return element.closest(".frame") ?? element;
}

/**
 * Returns the actual distances of the panel from the right and bottom edges. In a small window they
 * are smaller than in the settings.
 */
function edgesOf(element: Element): { right: number; bottom: number } {
  const { right, bottom } = frameOf(element).getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  return { right: clientWidth - right, bottom: clientHeight - bottom };
}
