export { idbStorage } from "./idbStorage.js";
