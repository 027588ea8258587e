import { useActiveLocation } from "@acp-store/react";
import { useEffect } from "react";
import { useStore } from "zustand";
import { isOutside, relativeTo, type Workbench } from "./workbenchState.js";

/** Opens the file and the line that the agent works at, while the user wants it. `paths` are the files of the folder. */
export function useFollowAgent(workbench: Workbench, paths: readonly string[]): void {
  const isFollowing = useStore(workbench.store, (state) => state.isFollowing);
  const location = useActiveLocation();
  const path = location && relativeTo(workbench.folder, location.path);
  // The location of a command can be a pattern, such as `src/*.ts`.
  const isFile = path !== undefined && (!/[*?[{]/.test(path) || paths.includes(path));
  useEffect(() => {
    if (!isFollowing || !isFile || isOutside(path)) return;
    const line = location?.line;
    workbench.open(path, { by: "agent", ...(line !== undefined && { line }) });
  }, [isFollowing, location, path, isFile, workbench]);
}
