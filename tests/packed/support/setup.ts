import { beforeAll, inject } from "vitest";
import { waitForInstallation } from "./installation.js";

beforeAll(() => waitForInstallation(inject("freshProject")), 600_000);
