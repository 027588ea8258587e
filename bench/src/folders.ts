import { fileURLToPath } from "node:url";

/** The path of this package. */
export const benchFolder: string = fileURLToPath(new URL("..", import.meta.url));
/** The path of the repository. */
export const rootFolder: string = fileURLToPath(new URL("../..", import.meta.url));
