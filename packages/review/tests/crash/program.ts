import { join } from "node:path";
import { fileStorage } from "@acp-store/persist/node";
import { createReview } from "../../src/createReview.js";
import { nodeBlobs } from "../../src/node/nodeBlobs.js";
import { nodeFiles } from "../../src/node/nodeFiles.js";

// Makes a decision about a review, and is killed before or after one of the steps that write something.

const [folder = "", dataDir = "", decision = "", killAt = ""] = process.argv.slice(2);
let stepsLeft = Infinity;

async function step<Result>(write: () => Promise<Result>): Promise<Result> {
  countStep();
  const result = await write();
  countStep();
  return result;
}

function countStep(): void {
  if (stepsLeft-- > 0) return;
  process.kill(process.pid, "SIGKILL");
  // The signal may arrive a moment later.
  for (;;);
}

const files = nodeFiles(folder);
const blobs = nodeBlobs(join(dataDir, "contents"));
const storage = fileStorage(join(dataDir, "state"), { fsync: false });
const review = await createReview({
  folders: [folder],
  snapshots: "none",
  files: { ...files, replace: (change) => step(() => files.replace(change)) },
  blobs: { ...blobs, put: (bytes) => step(() => blobs.put(bytes)) },
  storage: { ...storage, write: (change) => step(() => storage.write(change)) },
});
stepsLeft = Number(killAt);
if (decision === "undo") await review.undo();
else await review.reject("all");
process.exit();
