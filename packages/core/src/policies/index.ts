/**
 * Policies that answer permission requests automatically.
 * @module
 */
export { memoryChoiceStorage } from "./choiceStorage.js";
export type { ChoiceScope, ChoiceStorage, RememberedChoice } from "./choiceStorage.js";
export { firstAnswer } from "./firstAnswer.js";
export { allowKinds, rejectKinds } from "./kindPolicies.js";
export { rememberChoices } from "./rememberChoices.js";
export type { RememberChoicesOptions, RememberedChoices } from "./rememberChoices.js";
