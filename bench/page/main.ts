import type { BenchPage } from "../src/browser/results.js";
import { measureMessage } from "./measureMessage.js";
import { measureRows } from "./measureRows.js";

const page: BenchPage = { rows: measureRows, message: measureMessage };

Object.assign(globalThis, { benchPage: page });
