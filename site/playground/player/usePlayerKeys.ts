import type { Player } from "@acp-store/devtools";
import { useEffect } from "react";

/** Elements that use these keys themselves. */
const OWN_KEYS =
  "button, input, select, textarea, a, summary, [contenteditable], [role=tab], [role=treeitem], [role=separator]";

/** Moves by a number of frames and pauses. */
export function stepBy(player: Player, count: number): void {
  player.pause();
  player.seek(player.getState().position + count);
}

/** Plays or pauses. */
export function togglePlaying(player: Player): void {
  if (player.getState().isPlaying) player.pause();
  else player.play();
}

/** Controls the player with the space bar and the arrow keys, unless the focused element uses them. */
export function usePlayerKeys(player: Player): void {
  useEffect(() => {
    const actions: Readonly<Record<string, () => void>> = {
      " ": () => togglePlaying(player),
      ArrowLeft: () => stepBy(player, -1),
      ArrowRight: () => stepBy(player, 1),
      Home: () => stepBy(player, Number.NEGATIVE_INFINITY),
      End: () => stepBy(player, Number.POSITIVE_INFINITY),
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
      if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return;
      // The devtools are in a shadow root.
      const [target] = event.composedPath();
      const action = actions[key];
      if (action === undefined || (target instanceof Element && target.closest(OWN_KEYS) !== null))
        return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [player]);
}
