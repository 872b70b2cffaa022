// The name of a customer in one mode: its test sessions and its live ones have objects and counts of their own.

/** @returns as part of an object's name, or of what is counted */
export const nameInMode = (tenantId: string, test: boolean): string =>
  `${tenantId}:${test ? 'test' : 'live'}`;
