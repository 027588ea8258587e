/** A value while it is being made: its fields can be set until it is handed out. */
export type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
