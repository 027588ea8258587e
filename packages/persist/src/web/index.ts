export { webStorage } from "./webStorage.js";
