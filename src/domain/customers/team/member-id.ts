// The id of a customer's staff member on the wire: `mem_` and the row's id. Pure.

export const formatMemberId = (id: number): string => `mem_${id}`;

/** @returns undefined for anything but a member's id */
export function parseMemberId(text: string): number | undefined {
  const [, digits] = /^mem_([1-9]\d{0,14})$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
