export { Code } from "./Code.js";
