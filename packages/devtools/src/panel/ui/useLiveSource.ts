import { useMemo, useSyncExternalStore } from "react";
import { createHistory } from "../../history/createHistory.js";
import { liveSource, type Source } from "../model/source.js";
import type { AcpDevtoolsProps } from "../options.js";

/** The log of the application's store: the one given, or one of its own from when it is wanted. */
export function useLiveSource(
  store: AcpDevtoolsProps["store"],
  history: AcpDevtoolsProps["history"],
  name: AcpDevtoolsProps["name"],
  isWanted: boolean,
): Source | undefined {
  const given = useMemo(() => history && liveSource(history, name), [history, name]);
  const wanted = given === undefined ? store : undefined;
  const own = useMemo(() => ownSource(wanted, name), [wanted, name]);
  const source = useSyncExternalStore(isWanted ? own.attach : ignore, own.get, own.get);
  return given ?? source;
}

/** A log that is kept for as long as somebody looks. */
function ownSource(store: AcpDevtoolsProps["store"], name: AcpDevtoolsProps["name"]) {
  let source: Source | undefined;
  return {
    get: () => source,
    /** React asks for the source once more after this. */
    attach: () => {
      source = store && liveSource(createHistory(store), name);
      return () => {
        source?.history.detach();
        source = undefined;
      };
    },
  };
}

function ignore(): () => void {
  return () => {};
}
