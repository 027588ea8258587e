import type { AcpStorage } from "@acp-store/persist";
import { fileStorage, sqliteStorage } from "@acp-store/persist/node";
import { sqliteDrivers } from "../support/sqliteDrivers.js";

/** The storages of Node whose writers are killed. */
export const NODE_STORAGES: readonly string[] = [
  "files",
  "files without fsync",
  ...sqliteDrivers.flatMap(({ name }) => [`${name} with WAL`, `${name} with a rollback journal`]),
];

/** A storage that a test can close, as the end of a process does. */
interface OpenStorage {
  readonly storage: AcpStorage;
  close(): void;
}

/** Opens a storage of {@link NODE_STORAGES} in a folder. */
export function openNodeStorage(name: string, folder: string): OpenStorage {
  if (name.startsWith("files"))
    return { storage: fileStorage(folder, { fsync: name === "files" }), close: () => {} };
  const driver = sqliteDrivers.find((candidate) => name.startsWith(candidate.name));
  if (driver === undefined) throw new Error(`There is no storage "${name}".`);
  const database = driver.open(`${folder}/sessions.db`);
  database.exec("PRAGMA busy_timeout = 60000");
  if (name.endsWith("WAL")) database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  return { storage: sqliteStorage(database), close: () => void database.close() };
}
