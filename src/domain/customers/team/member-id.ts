// How a member of a customer's staff is named on the wire: `mem_` and the row's id. Pure.

export const formatMemberId = (id: number): string => `mem_${id}`;

/** @returns undefined for anything that is no member's id */
export function parseMemberId(text: string): number | undefined {
  const [, digits] = /^mem_([1-9]\d{0,14})$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
