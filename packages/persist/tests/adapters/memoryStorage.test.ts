import { memoryStorage } from "@acp-store/persist";
import { testStorage } from "./storageContract.js";

testStorage(async () => {
  const storage = memoryStorage();
  return { open: () => storage };
});
