/** A value under construction, whose fields can still be set. */
export type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
