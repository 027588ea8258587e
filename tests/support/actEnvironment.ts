// React then reports state updates outside act(), and failOnConsole.ts turns the report into a failure.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
