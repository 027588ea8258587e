/**
 * Policies that answer permission requests automatically, and one that asks before expensive prompts.
 * @module
 */
export { budgetPolicy } from "./budgetPolicy.js";
export type { BudgetOptions } from "./budgetPolicy.js";
export { memoryChoiceStorage } from "./choiceStorage.js";
export type { ChoiceScope, ChoiceStorage, RememberedChoice } from "./choiceStorage.js";
export { firstAnswer } from "./firstAnswer.js";
export { allowKinds, rejectKinds } from "./kindPolicies.js";
export { selectBudgetUses } from "./selectBudgetUses.js";
export type { Budget, BudgetLimit, BudgetUse } from "./selectBudgetUses.js";
export { rememberChoices } from "./rememberChoices.js";
export type { RememberChoicesOptions, RememberedChoices } from "./rememberChoices.js";
