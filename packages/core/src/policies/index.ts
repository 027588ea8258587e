/**
 * Policies that answer permission requests automatically, and one that asks before expensive prompts.
 * @module
 */
export { budgetPolicy } from "./budgetPolicy.js";
export type { BudgetLimit, BudgetOptions, BudgetUse } from "./budgetPolicy.js";
export { memoryChoiceStorage } from "./choiceStorage.js";
export type { ChoiceScope, ChoiceStorage, RememberedChoice } from "./choiceStorage.js";
export { firstAnswer } from "./firstAnswer.js";
export { allowKinds, rejectKinds } from "./kindPolicies.js";
export { rememberChoices } from "./rememberChoices.js";
export type { RememberChoicesOptions, RememberedChoices } from "./rememberChoices.js";
