import { startTransition, useEffect, useState } from "react";
import { EMPTY_SPLIT, type FindOpenSyntax, splitText, type TextPart } from "./splitText.js";

const PARTS_AT_START = 1;
const PARTS_AT_END = 2;

/** The parts of a long text that are shown. */
export interface ShownParts {
  /** The parts before the gap. */
  readonly start: readonly TextPart[];
  /** The parts after the gap, or all parts if there is none. */
  readonly end: readonly TextPart[];
  /** Whether parts between `start` and `end` are missing. */
  readonly hasGap: boolean;
  /** Whether missing parts are being added. */
  readonly isShowingAll: boolean;
  showAll(): void;
}

/**
 * Splits a long text and selects the parts to show: the start and the end, or only the end, and
 * after `showAll` one part after the other, so that the page stays responsive.
 */
export function useTextParts(
  text: string,
  findOpenSyntax: FindOpenSyntax,
  { showsStart }: { readonly showsStart: boolean },
): ShownParts {
  const [previous, setPrevious] = useState(EMPTY_SPLIT);
  const split = splitText(text, findOpenSyntax, previous);
  if (split !== previous) setPrevious(split);
  const { parts } = split;
  const atStart = showsStart ? PARTS_AT_START : 0;
  const { count, isShowingAll, showAll } = useGradualCount(parts.length - atStart - PARTS_AT_END);
  const gapStart = showsStart ? atStart + count : 0;
  const gapEnd = parts.length - PARTS_AT_END - (showsStart ? 0 : count);
  const hasGap = gapStart < gapEnd;
  return {
    start: hasGap ? parts.slice(0, gapStart) : [],
    end: hasGap ? parts.slice(gapEnd) : parts,
    hasGap,
    isShowingAll,
    showAll,
  };
}

/** Counts from 0 to `total` after `showAll` was called, with time for other work in between. */
function useGradualCount(total: number): {
  readonly count: number;
  readonly isShowingAll: boolean;
  showAll(): void;
} {
  const [isShowingAll, setIsShowingAll] = useState(false);
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!isShowingAll || count >= total) return undefined;
    const timer = setTimeout(() => startTransition(() => setCount(count + 1)));
    return () => clearTimeout(timer);
  }, [isShowingAll, count, total]);
  return { count, isShowingAll, showAll: () => setIsShowingAll(true) };
}
