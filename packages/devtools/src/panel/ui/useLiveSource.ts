import { useEffect, useState } from "react";
import { createHistory } from "../../history/createHistory.js";
import { liveSource, type Source } from "../model/source.js";
import type { AcpDevtoolsProps } from "../options.js";

/** The log of the application's store: the one given, or one of its own from when it is wanted. */
export function useLiveSource(
  store: AcpDevtoolsProps["store"],
  history: AcpDevtoolsProps["history"],
  isWanted: boolean,
): Source | undefined {
  const [source, setSource] = useState<Source>();

  useEffect(() => {
    if (!isWanted) return undefined;
    const own = history === undefined && store !== undefined ? createHistory(store) : undefined;
    const used = history ?? own;
    setSource(used && liveSource(used));
    return () => own?.detach();
  }, [store, history, isWanted]);

  return source;
}
