// The key for a customer's test mode or live mode, which have separate objects and counts.

/** @returns a key that can be part of an object's name or a counter's subject */
export const nameInMode = (tenantId: string, test: boolean): string =>
  `${tenantId}:${test ? 'test' : 'live'}`;
