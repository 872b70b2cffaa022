// The version of what decides a check that is measured at the edge. A receipt names it; a test keeps it and the limits of
// the rules together.

/** Raised whenever a limit of the rules changes; `docs/receipts.md` lists them. */
export const POLICY = { version: '14' } as const;
