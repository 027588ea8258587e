/** A sentence in which a number stands for the entry that it speaks of. */
export type Words = readonly (string | number)[];
