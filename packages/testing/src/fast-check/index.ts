export { acpTraffic } from "./acpTraffic.js";
