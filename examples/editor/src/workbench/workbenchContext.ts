import { type Context, createContext } from "react";
import type { Workbench } from "./workbenchState.js";

/** The files of the folder of the shown session. `undefined` on a page without one. */
export const WorkbenchContext: Context<Workbench | undefined> = createContext<
  Workbench | undefined
>(undefined);
