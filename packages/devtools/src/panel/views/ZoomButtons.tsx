import type { ReactNode } from "react";
import { IconButton } from "../ui/IconButton.js";

interface ZoomButtonsProps {
  /** 1: all is in sight. */
  readonly zoom: number;
  readonly onZoom: (by: number) => void;
  readonly onShowAll: () => void;
}

export function ZoomButtons({ zoom, onZoom, onShowAll }: ZoomButtonsProps): ReactNode {
  const isAll = zoom <= 1;
  return (
    <>
      <p className="zoom-hint">Ctrl + wheel zooms</p>
      <div className="zoom" role="group" aria-label="Zoom">
        <IconButton
          icon="zoomOut"
          label="Zoom out"
          hint="Zoom out (Ctrl + wheel, or − on the lanes)"
          disabled={isAll}
          onClick={() => onZoom(0.5)}
        />
        <IconButton
          icon="zoomIn"
          label="Zoom in"
          hint="Zoom in (Ctrl + wheel, or + on the lanes)"
          onClick={() => onZoom(2)}
        />
        <IconButton icon="fit" label="Show all" disabled={isAll} onClick={onShowAll} />
      </div>
    </>
  );
}
