/** `true` if two types are identical, not only assignable to each other. */
export type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only if the type is `true`: `type Result = Expect<Equal<A, B>>`. */
export type Expect<T extends true> = T;
