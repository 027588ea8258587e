import type { Turn } from "@acp-store/testing";

/** Streams a thought, unless the setting hides thoughts. */
export async function think(turn: Turn, text: string): Promise<void> {
  if (turn.session.settings.get("thoughts") === "shown") await turn.think(text);
}
