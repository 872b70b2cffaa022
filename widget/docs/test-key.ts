// Which keys the docs may be tried with. Pure.

/** @returns whether it has the form of a test key; live keys are refused before anything is sent (D-113) */
export const isTestKey = (key: string): boolean => /^(sk|pk)_test_[\w-]+$/.test(key);
