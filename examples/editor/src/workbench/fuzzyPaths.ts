/** A path that matches, and the indexes of the characters that do. */
export interface PathMatch {
  readonly path: string;
  readonly indexes: readonly number[];
}

const MAX_RESULTS = 50;

/**
 * Returns the paths that contain the characters of a query in order, the best ones first. Characters that follow
 * each other, start a word, or are in the name of the file count more.
 */
export function findPaths(paths: readonly string[], query: string): readonly PathMatch[] {
  const wanted = query.toLowerCase().replaceAll(/\s/g, "");
  if (wanted === "") return paths.slice(0, MAX_RESULTS).map((path) => ({ path, indexes: [] }));
  const found: (PathMatch & { readonly score: number })[] = [];
  for (const path of paths) {
    const match = matchPath(path, wanted);
    if (match !== undefined) found.push(match);
  }
  return found
    .toSorted((a, b) => b.score - a.score || a.path.length - b.path.length)
    .slice(0, MAX_RESULTS);
}

function matchPath(path: string, wanted: string): (PathMatch & { score: number }) | undefined {
  const lower = path.toLowerCase();
  const nameStart = path.lastIndexOf("/") + 1;
  // The name alone is better than the first characters of the folders.
  const indexes = findInOrder(lower, wanted, nameStart) ?? findInOrder(lower, wanted, 0);
  if (indexes === undefined) return undefined;
  let score = 0;
  for (const [at, index] of indexes.entries()) {
    if (index === (indexes[at - 1] ?? -2) + 1) score += 8;
    if (index === 0 || /[^a-z0-9]/.test(lower[index - 1] ?? "")) score += 6;
    if (index >= nameStart) score += 4;
  }
  return { path, indexes, score: score - (indexes.at(-1) ?? 0) / 100 };
}

/** Returns the first whole occurrence, or else the first characters in order. */
function findInOrder(text: string, wanted: string, start: number): readonly number[] | undefined {
  const whole = text.indexOf(wanted, start);
  if (whole >= 0) return Array.from({ length: wanted.length }, (_, at) => whole + at);
  const indexes: number[] = [];
  let from = start;
  for (const character of wanted) {
    const index = text.indexOf(character, from);
    if (index < 0) return undefined;
    indexes.push(index);
    from = index + 1;
  }
  return indexes;
}
