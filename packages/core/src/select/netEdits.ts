import { countTextLines, type LineCounts, NO_LINES, type FileEdit } from "./countLines.js";

/** A part of a file whose text before the first edit and after the last edit is known. */
interface Fragment {
  readonly first: string;
  readonly last: string;
  /** Whether the fragment is the entire file. */
  readonly isWhole: boolean;
  /** The newest edit. */
  readonly edit: FileEdit;
}

/** The part of a fragment that an edit replaces. */
interface Place {
  readonly fragment: Fragment;
  readonly start: number;
  readonly end: number;
  readonly edit: FileEdit;
}

/** Limits the time of an edit, because it is searched in all fragments. */
const MAX_FRAGMENTS = 100;

/**
 * The net effect of all edits of one file. Agents send entire texts, patches, or excerpts without a
 * position. An edit of text that is known from earlier edits is applied to it, so that only the difference
 * between the first text and the last one counts. Any other edit is a separate fragment of the file.
 */
export class NetEdits {
  #fragments: readonly Fragment[] = [];
  /** The lines of the oldest fragments, whose texts are no longer kept. */
  #settled: LineCounts = NO_LINES;

  /** Replaces the entire file. If its text before is unknown, all lines count as added. */
  rewrite(edit: FileEdit): void {
    const first = this.#fragments.find(({ isWhole }) => isWhole)?.first ?? "";
    this.#fragments = [{ first, last: edit.newText, isWhole: true, edit }];
    this.#settled = NO_LINES;
  }

  /** Applies the edits of one tool call, which are independent of each other. */
  apply(edits: readonly FileEdit[]): void {
    const places: Place[] = [];
    const unplaced: FileEdit[] = [];
    for (const edit of edits) {
      const place = findPlace(edit, this.#fragments, places);
      if (place === undefined) unplaced.push(edit);
      else places.push(place);
    }
    const isEdited = (fragment: Fragment): boolean =>
      places.some((place) => place.fragment === fragment);
    const untouched = new Set(this.#fragments.filter((fragment) => !isEdited(fragment)));
    const added = unplaced.map((edit) => absorbFragments(edit, untouched));
    const kept = this.#fragments
      .filter((fragment) => isEdited(fragment) || untouched.has(fragment))
      .map((fragment) => replaceParts(fragment, places));
    this.#fragments = [...kept, ...added];
    this.#settleOldest();
  }

  /** Removes the file. Its known lines count as removed. */
  remove(): void {
    const isWhole = this.#fragments.length === 1;
    this.#fragments = this.#fragments.map((fragment) => ({ ...fragment, last: "", isWhole }));
    this.#settled = { added: 0, removed: this.#settled.removed };
  }

  /** Returns the numbers of lines between the first texts and the last texts. */
  countLines(): LineCounts {
    return this.#fragments.map(countFragment).reduce(addCounts, this.#settled);
  }

  #settleOldest(): void {
    const surplus = this.#fragments.slice(0, Math.max(0, this.#fragments.length - MAX_FRAGMENTS));
    this.#settled = surplus.map(countFragment).reduce(addCounts, this.#settled);
    this.#fragments = this.#fragments.slice(surplus.length);
  }
}

function countFragment({ edit, first, last }: Fragment): LineCounts {
  return countTextLines(edit, first, last);
}

function addCounts(total: LineCounts, lines: LineCounts): LineCounts {
  return { added: total.added + lines.added, removed: total.removed + lines.removed };
}

/** Finds the known text that an edit replaces, except for places that other edits replace. */
function findPlace(
  edit: FileEdit,
  fragments: readonly Fragment[],
  taken: readonly Place[],
): Place | undefined {
  const length = edit.oldText?.length ?? 0;
  return listStarts(edit, fragments)
    .map(([fragment, start]) => ({ fragment, start, end: start + length, edit }))
    .find((place) => !taken.some((other) => overlap(place, other)));
}

function overlap(place: Place, other: Place): boolean {
  return place.fragment === other.fragment && place.start < other.end && other.start < place.end;
}

/** Lists where the old text of an edit may be in the fragments, with the most likely place first. */
function listStarts(
  { oldText, line }: FileEdit,
  fragments: readonly Fragment[],
): readonly (readonly [Fragment, number])[] {
  const text = oldText ?? "";
  const whole = fragments.find(({ isWhole }) => isWhole);
  if (whole !== undefined && line !== undefined) {
    const start = findLine(whole.last, line);
    if (whole.last.startsWith(text, start) && isBoundary(whole.last, start + text.length))
      return [[whole, start]];
  }
  if (text === "") return [];
  const equal = fragments.filter(({ last }) => last === text).reverse();
  if (equal.length > 0) return equal.map((fragment) => [fragment, 0]);
  const starts = fragments.flatMap((fragment) =>
    findTwice(fragment.last, text, line !== undefined).map((start) => [fragment, start] as const),
  );
  return starts.length === 1 ? starts : [];
}

/** Finds up to two occurrences of a text, if required only of entire lines. */
function findTwice(text: string, part: string, isLines: boolean): number[] {
  const starts: number[] = [];
  let start = text.indexOf(part);
  while (start !== -1 && starts.length < 2) {
    if (!isLines || (isBoundary(text, start) && isBoundary(text, start + part.length)))
      starts.push(start);
    start = text.indexOf(part, start + 1);
  }
  return starts;
}

/** Returns whether a line starts at an index, or the text ends there. */
function isBoundary(text: string, index: number): boolean {
  return index === 0 || index >= text.length || text[index - 1] === "\n" || text[index] === "\n";
}

function findLine(text: string, line: number): number {
  let start = 0;
  for (let count = 0; count < line; count++) {
    const end = text.indexOf("\n", start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  return start;
}

function replaceParts(fragment: Fragment, places: readonly Place[]): Fragment {
  return places
    .filter((place) => place.fragment === fragment)
    .toSorted((left, right) => right.start - left.start)
    .reduce<Fragment>(
      (result, { start, end, edit }) => ({
        ...result,
        last: result.last.slice(0, start) + edit.newText + result.last.slice(end),
        edit,
      }),
      fragment,
    );
}

/**
 * Makes a fragment of an edit. Earlier fragments whose lines are in its old text become a part of it, so
 * its first text has their first texts in place of them.
 */
function absorbFragments(edit: FileEdit, fragments: Set<Fragment>): Fragment {
  let first = edit.oldText ?? "";
  for (const fragment of [...fragments].reverse()) {
    const [start, another] = fragment.last === "" ? [] : findTwice(first, fragment.last, true);
    if (start === undefined || another !== undefined) continue;
    first = first.slice(0, start) + fragment.first + first.slice(start + fragment.last.length);
    fragments.delete(fragment);
  }
  return { first, last: edit.newText, isWhole: false, edit };
}
