import { createLazyComponent, type LazyComponent } from "../controls/createLazyComponent.js";
import type { BudgetWarningProps } from "./BudgetWarning.js";

/** The warning of a budget, for panels that have one. */
export const LazyBudgetWarning: LazyComponent<BudgetWarningProps> =
  /* @__PURE__ */ createLazyComponent(
    async () => (await import("./BudgetWarning.js")).BudgetWarning,
  );
