// The version of the rules for a check that is measured at the edge. A receipt contains it; a test
// keeps it in sync with the limits of the rules.

/**
 * The version must be incremented whenever a limit of the rules changes; `docs/receipts.md` lists
 * the versions.
 */
export const POLICY = { version: '17' } as const;
