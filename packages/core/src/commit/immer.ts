import { Immer } from "immer";
import { isDevelopment } from "../persistent/freeze.js";

/**
 * The store's own instance of immer, because the settings of the global one belong to the
 * application. It freezes in development only: freezing doubles the cost of an update.
 */
export const immer: Immer = new Immer({ autoFreeze: isDevelopment });
