import type { BenchPage } from "../src/browser/pageApi.js";
import { measureMessage } from "./measureMessage.js";
import { measureRows } from "./measureRows.js";

const page: BenchPage = { measureRows, measureMessage };

Object.assign(globalThis, { benchPage: page });
