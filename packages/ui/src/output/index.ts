export { Output } from "./Output.js";
