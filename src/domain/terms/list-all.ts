// Checks at compile time that a list contains every member of a union type, in any order.

/** @returns the list; a list that lacks a member of `T` does not compile */
export const listAll =
  <T extends string>() =>
  <const L extends readonly [T, ...T[]]>(
    list: L & ([T] extends [L[number]] ? unknown : { missing: Exclude<T, L[number]> }),
  ): L =>
    list;
