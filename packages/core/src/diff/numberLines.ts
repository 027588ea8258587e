/** The lines of two texts as numbers. Equal lines have equal numbers. */
export interface LineNumbers {
  readonly old: Int32Array;
  readonly new: Int32Array;
}

/** Numbers the lines of two texts, so that comparing two lines does not compare their characters. */
export function numberLines(oldLines: readonly string[], newLines: readonly string[]): LineNumbers {
  const numbers = new Map<string, number>();
  const toNumbers = (lines: readonly string[]): Int32Array =>
    Int32Array.from(lines, (line) => {
      const known = numbers.get(line);
      if (known !== undefined) return known;
      numbers.set(line, numbers.size);
      return numbers.size - 1;
    });
  return { old: toNumbers(oldLines), new: toNumbers(newLines) };
}
