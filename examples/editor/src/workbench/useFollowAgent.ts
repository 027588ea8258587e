import { useActiveLocation } from "@acp-store/react";
import { useEffect } from "react";
import { useStore } from "zustand";
import { isOutside, relativeTo, type Workbench } from "./workbenchState.js";

/** Opens the file and the line that the agent works at, while the user wants it. */
export function useFollowAgent(workbench: Workbench): void {
  const isFollowing = useStore(workbench.store, (state) => state.isFollowing);
  const location = useActiveLocation();
  useEffect(() => {
    if (!isFollowing || location === undefined) return;
    const path = relativeTo(workbench.folder, location.path);
    if (isOutside(path)) return;
    const { line } = location;
    workbench.open(path, { by: "agent", ...(line !== undefined && { line }) });
  }, [isFollowing, location, workbench]);
}
