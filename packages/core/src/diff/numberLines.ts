/** The lines of two texts as numbers. Equal lines have equal numbers. */
export interface LineNumbers {
  readonly old: Int32Array;
  readonly new: Int32Array;
}

/** Numbers the lines of two texts, so that comparing two lines does not compare their characters. */
export function numberLines(oldLines: readonly string[], newLines: readonly string[]): LineNumbers {
  const numbers = new Map<string, number>();
  const toNumbers = (lines: readonly string[]): Int32Array => {
    const result = new Int32Array(lines.length);
    let at = 0;
    for (const line of lines) {
      const number = numbers.get(line) ?? numbers.size;
      if (number === numbers.size) numbers.set(line, number);
      result[at++] = number;
    }
    return result;
  };
  return { old: toNumbers(oldLines), new: toNumbers(newLines) };
}
