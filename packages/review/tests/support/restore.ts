import { toContentId } from "@acp-store/client/node";
import type { Snapshot, Snapshots } from "@acp-store/review";
import { nodeFiles } from "@acp-store/review/node";

/** Makes the folder what it was in a snapshot, as far as snapshots know. Resolves with the changed paths. */
export async function restore(
  snapshots: Snapshots,
  folder: string,
  target: Snapshot,
): Promise<readonly string[]> {
  const files = nodeFiles(folder);
  const now = await snapshots.take();
  const paths = await snapshots.compare(now, target);
  const changes = await Promise.all(
    paths.map(async (path) => ({ path, content: await snapshots.read(target, path) })),
  );
  // First the removals: a file may take the place of a folder.
  for (const { path, content } of changes.toSorted((a) => (a.content === null ? -1 : 0))) {
    const current = await files.read(path);
    const expected = toContentId(current?.bytes ?? null);
    if (!(await files.replace({ path, content, expected })))
      throw new Error(`${path} has changed.`);
  }
  return paths;
}
