/** Grants that end together. */
export type WhichGrants =
  | { accountId: number; clientId?: string }
  | { sessionId: string }
  | { clientId: string }
  /** Those that end with a sign-in. */
  | { signedOut: SignedOut };

/** One sign-in, or all of an account but one. */
export type SignedOut = { sessionId: string } | { accountId: number; except?: string };
