const ROWS = ".acp-diff-row, .acp-file-row";

/**
 * Returns the index of the row at a vertical position of the window, or that of the closest rendered row. The rows
 * of a scroller follow each other and have the same height. `undefined` without a layout.
 */
export function findRow(scroller: HTMLElement, first: number, y: number): number | undefined {
  const rows = scroller.querySelectorAll(ROWS);
  const [row] = rows;
  const { top = 0, height = 0 } = row?.getBoundingClientRect() ?? {};
  if (height === 0) return undefined;
  const index = Math.floor((y - top) / height);
  return first + Math.min(Math.max(index, 0), rows.length - 1);
}
