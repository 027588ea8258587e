// Lit does not write warnings in this set to the console.
Object.assign(globalThis, { litIssuedWarnings: new Set(["dev-mode"]) });
