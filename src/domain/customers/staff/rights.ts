// The common part of the two tables of rights, for operators and for customers' staff.

/**
 * Reads a table of rights.
 * @param rights the roles that have each right
 * @returns a function that tells whether a role, as stored, has a right; an unknown role has none
 */
export const readRights =
  <Right extends string>(rights: Readonly<Record<Right, readonly string[]>>) =>
  (role: string, right: Right): boolean =>
    rights[right].includes(role);
