// Makes React report state updates outside of act(). failOnConsole.ts turns each report into a
// failure.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
