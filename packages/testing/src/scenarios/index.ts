export {
  checkScenario,
  formatScenarioReport,
  scenarioAgent,
  SCENARIOS,
} from "./checkScenario.js";
export type { ScenarioInfo, ScenarioReport } from "./checkScenario.js";
