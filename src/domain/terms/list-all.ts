// Lists that contain every member of a type, in any order.

/** @returns the list; a list that lacks a member of `T` does not compile */
export const listAll =
  <T extends string>() =>
  <const L extends readonly [T, ...T[]]>(
    list: L & ([T] extends [L[number]] ? unknown : { missing: Exclude<T, L[number]> }),
  ): L =>
    list;
