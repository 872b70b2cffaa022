/** A set of grants that end together. */
export type WhichGrants =
  | { accountId: number; clientId?: string }
  | { sessionId: string }
  | { clientId: string }
  /** Grants that end with a sign-in. */
  | { signedOut: SignedOut };

/** One session, or all sessions of an account except one. */
export type SignedOut = { sessionId: string } | { accountId: number; except?: string };
