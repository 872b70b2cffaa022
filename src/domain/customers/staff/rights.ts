// What the two tables of rights, operators' and a customer's, have in common.

/**
 * Reads a table of rights.
 * @param rights which roles have each right
 * @returns whether a role has a right; the role is as it is stored, and an unknown one has no rights
 */
export const readRights =
  <Right extends string>(rights: Readonly<Record<Right, readonly string[]>>) =>
  (role: string, right: Right): boolean =>
    rights[right].includes(role);
