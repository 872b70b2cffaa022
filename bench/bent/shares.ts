// Shares that both tables of the bent head use.

/** The share of values of real people that a limit accepts. */
export const KEPT_SHARE = 0.97;

/** @returns how many of the values are true, such as `3 of 4` */
export const shareOf = (held: readonly boolean[]): string =>
  `${held.filter(Boolean).length} of ${held.length}`;
