/** `true` if two types are identical, and not only assignable to each other. */
export type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only for `true`: `type Result = Expect<Equal<A, B>>`. */
export type Expect<T extends true> = T;
