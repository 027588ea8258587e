import { fileURLToPath } from "node:url";

/** The folder of this package. */
export const benchFolder: string = fileURLToPath(new URL("..", import.meta.url));
/** The folder of the repository. */
export const rootFolder: string = fileURLToPath(new URL("../..", import.meta.url));
