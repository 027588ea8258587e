export type { ChoiceScope, RememberedChoice } from "./choices.js";
export { firstAnswer } from "./firstAnswer.js";
export { allowKinds, rejectKinds } from "./kinds.js";
export { rememberChoices } from "./rememberChoices.js";
export type { RememberChoicesOptions, RememberedChoices } from "./rememberChoices.js";
export { memoryStorage } from "./storage.js";
export type { ChoiceStorage } from "./storage.js";
