// In development, Angular renders everything twice, to report bindings that change meanwhile.
Object.assign(globalThis, { ngDevMode: false });
