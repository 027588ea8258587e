import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A busy machine may need more than the default of one second.
configure({ asyncUtilTimeout: 60_000 });

afterEach(cleanup);
