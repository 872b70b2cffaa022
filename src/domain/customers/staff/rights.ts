// The common part of the two permission tables, for operators and for customers' staff.

/**
 * Reads a permission table.
 * @param rights the roles that have each permission
 * @returns a function that tells whether a role, as stored, has a permission; an unknown role has
 *   none
 */
export const readRights =
  <Right extends string>(rights: Readonly<Record<Right, readonly string[]>>) =>
  (role: string, right: Right): boolean =>
    rights[right].includes(role);
