// The name of a customer in one mode: test and live sessions have separate objects and counts.

/** @returns a part of an object's name, or of a counter's subject */
export const nameInMode = (tenantId: string, test: boolean): string =>
  `${tenantId}:${test ? 'test' : 'live'}`;
