// The keys that the docs accept for trying calls. Pure.

/**
 * @returns whether the text has the form of a test key; live keys are refused before anything is
 *   sent (D-113)
 */
export const isTestKey = (key: string): boolean => /^(sk|pk)_test_[\w-]+$/.test(key);
