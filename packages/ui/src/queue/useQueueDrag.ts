import { combine } from "@atlaskit/pragmatic-drag-and-drop/utils/combine";
import {
  draggable,
  dropTargetForElements,
} from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { attachClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge";
import { extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge";
import { getReorderDestinationIndex } from "@atlaskit/pragmatic-drag-and-drop-hitbox/util/get-reorder-destination-index";
import type { Edge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/types";
import { type RefObject, useEffect, useRef, useState } from "react";
import { retargetDragEvents } from "./retargetDragEvents.js";

interface QueueDragOptions {
  /** The position of the item in the queue, counted from 0. */
  readonly index: number;
  readonly isEnabled: boolean;
  /** Called when the item was dropped at another position. */
  readonly onMove: (index: number) => void;
}

interface QueueDrag {
  readonly isDragging: boolean;
  /** The edge of the item at which the dragged one would be inserted. */
  readonly edge: Edge | undefined;
}

/** The type of the drag data. An item accepts no other drags. */
const DRAG_TYPE = "queue-item";

/** Lets the user drag an item of the queue to another position, by mouse or by touch. */
export function useQueueDrag(
  item: RefObject<HTMLLIElement | null>,
  options: QueueDragOptions,
): QueueDrag {
  const latest = useRef(options);
  const [isDragging, setIsDragging] = useState(false);
  const [edge, setEdge] = useState<Edge>();
  useEffect(() => {
    latest.current = options;
  });
  const { isEnabled } = options;

  useEffect(() => {
    const element = item.current;
    if (element === null || !isEnabled) return undefined;
    const startIndex = (): number => latest.current.index;
    return combine(
      retargetDragEvents(element),
      draggable({
        element,
        getInitialData: () => ({ type: DRAG_TYPE }),
        onDragStart: () => setIsDragging(true),
        onDrop({ location }) {
          setIsDragging(false);
          const target = location.current.dropTargets[0]?.data;
          if (typeof target?.["index"] !== "number") return;
          const destination = getReorderDestinationIndex({
            startIndex: startIndex(),
            indexOfTarget: target["index"],
            closestEdgeOfTarget: extractClosestEdge(target),
            axis: "vertical",
          });
          if (destination !== startIndex()) latest.current.onMove(destination);
        },
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data["type"] === DRAG_TYPE && source.element !== element,
        getData: ({ input }) =>
          attachClosestEdge(
            { index: latest.current.index },
            { element, input, allowedEdges: ["top", "bottom"] },
          ),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data) ?? undefined),
        onDragLeave: () => setEdge(undefined),
        onDrop: () => setEdge(undefined),
      }),
    );
  }, [item, isEnabled]);
  return { isDragging, edge };
}
