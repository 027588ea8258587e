/**
 * Scenarios that clients get wrong, and the rules for a correct client.
 * @module
 */
export {
  checkScenario,
  formatScenarioReport,
  scenarioAgent,
  SCENARIOS,
} from "./checkScenario.js";
export type { ScenarioInfo, ScenarioReport } from "./checkScenario.js";
