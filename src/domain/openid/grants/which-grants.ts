/** A set of grants that end together. */
export type WhichGrants =
  | { accountId: number; clientId?: string }
  | { sessionId: string }
  | { clientId: string }
  /** Grants that end because the sessions in which they were created are signed out. */
  | { signedOut: SignedOut };

/** One session, or all sessions of an account except one. */
export type SignedOut = { sessionId: string } | { accountId: number; except?: string };
