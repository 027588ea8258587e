import UFuzzy from "@leeoniya/ufuzzy";

const MAX_RESULTS = 50;
/** Up to this number of matches are sorted by how well they match. */
const MAX_SORTED = 2000;

/** Find words, and characters in order with any others between them. */
const MATCHERS = [new UFuzzy(), new UFuzzy({ intraIns: Infinity, intraChars: "." })];

/** Returns the paths that match a query, the best ones first. The words can be in any order. */
export function findPaths(paths: readonly string[], query: string): readonly string[] {
  if (query.trim() === "") return paths.slice(0, MAX_RESULTS);
  const found = new Set(MATCHERS.flatMap((fuzzy) => search(fuzzy, paths, query)));
  return [...found].slice(0, MAX_RESULTS);
}

function search(fuzzy: UFuzzy, paths: readonly string[], query: string): readonly string[] {
  const [found, info, order] = fuzzy.search([...paths], query, 1, MAX_SORTED);
  const best = order === null ? found : order.map((at) => info.idx[at] ?? -1);
  return (best ?? []).slice(0, MAX_RESULTS).flatMap((index) => paths[index] ?? []);
}
