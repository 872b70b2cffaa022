// The chain of sessions that a session belongs to (D-89). Pure data; the rules are in retake.ts.

/** Facts about the session that this one replaced. */
export interface Predecessor {
  /** The session's id, 64 hex digits. */
  id: string;
  resultHash: string;
  /** The number of sessions in the chain that precede this one; 1 to MAX_RETAKES. */
  place: number;
  /**
   * Whether any earlier session of the chain had a verdict and was counted. A chain counts as one
   * check.
   */
  hadVerdict: boolean;
}

/** The session that replaced this one. */
export interface Successor {
  /** The session's id, 64 hex digits. */
  id: string;
  /** The hash of the secret of the successor's link. */
  initHash: string;
  /** Whether the visitor, rather than the customer, requested the successor (contest.ts). */
  contested?: true;
}

export interface Chain {
  /** The session that this one replaced. */
  previous?: Predecessor;
  /** The session that replaced this one. */
  successor?: Successor;
  /**
   * Whether the visitor of this session, or of an earlier session in its chain, requested a
   * document instead of an estimate (D-93).
   */
  contested?: true;
}
