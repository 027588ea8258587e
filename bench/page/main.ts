import type { BenchPage } from "../src/browser/pageApi.js";
import { measureMessage } from "./measureMessage.js";
import { measureRows } from "./measureRows.js";
import { restore, save } from "./saving.js";

const page: BenchPage = { measureRows, measureMessage, save, restore };

Object.assign(globalThis, { benchPage: page });
