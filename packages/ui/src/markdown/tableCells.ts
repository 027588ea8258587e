/** Returns the sources of the cells in a line of a table. Escaped pipes belong to a cell. */
export function getCells(line: string): readonly string[] {
  const cells = line.trim().match(/(?:\\[^]|[^\\|])+|\|(?=\|)/g);
  return (cells ?? []).map((cell) => (cell === "|" ? "" : cell));
}
