// TypeScript 6 and newer check that imports without names exist.
export {};
