import { inject } from "vitest";
import { waitForInstallation } from "./installation.js";

// Before the test file is loaded, because some files look for the archives when they are loaded.
await waitForInstallation(inject("freshProject"));
