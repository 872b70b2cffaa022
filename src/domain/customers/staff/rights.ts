// Code shared by the two permission tables: one for operators, one for customers' staff.

/**
 * Reads a permission table.
 * @param rights the roles that have each permission
 * @returns a function that checks whether a stored role has a permission; an unknown role has none
 */
export const readRights =
  <Right extends string>(rights: Readonly<Record<Right, readonly string[]>>) =>
  (role: string, right: Right): boolean =>
    rights[right].includes(role);
