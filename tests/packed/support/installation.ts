import { existsSync, readFileSync, renameSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Contains the error of the installation, or is empty. It exists when the installation has ended. */
const fileOf = (folder: string): string => join(folder, "installation.txt");

/** Lets `waitForInstallation` resolve in other processes. */
export async function reportInstallation(
  folder: string,
  installation: Promise<void>,
): Promise<void> {
  const error = await installation.then(
    () => "",
    (reason: unknown) => String(reason),
  );
  // Renamed, so that nobody reads half of the error.
  writeFileSync(`${fileOf(folder)}.new`, error);
  renameSync(`${fileOf(folder)}.new`, fileOf(folder));
}

/** Resolves when the packages are installed in the fresh project. Rejects if that has failed. */
export async function waitForInstallation(folder: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (!existsSync(fileOf(folder))) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(folder, check);
    check();
  });
  const error = readFileSync(fileOf(folder), "utf8");
  if (error !== "") throw new Error(`The packages could not be installed: ${error}`);
}
