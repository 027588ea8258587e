import { cleanup } from "@testing-library/vue";
import { afterEach } from "vitest";

afterEach(cleanup);
