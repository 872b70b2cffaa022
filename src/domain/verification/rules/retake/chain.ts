// The chain of sessions that a session is part of (D-89). Pure data; the rules are retake.ts.

/** What a session knows of the one whose place it took. */
export interface Predecessor {
  /** 64 hex digits. */
  id: string;
  resultHash: string;
  /** How many sessions the chain had before this one; 1 to MAX_RETAKES. */
  place: number;
  /** One of them had ended with a verdict, and was counted: the chain is one check. */
  hadVerdict: boolean;
}

/** The session that took a session's place. */
export interface Successor {
  /** 64 hex digits. */
  id: string;
  /** Its link's. */
  initHash: string;
  /** The visitor asked for it, not the customer (contest.ts). */
  contested?: true;
}

export interface Chain {
  /** The session whose place this one took. */
  previous?: Predecessor;
  /** The one that took this one's place. */
  successor?: Successor;
  /**
   * Its visitor, or the one of a session before it in its chain, asked for a document in place of
   * an estimate (D-93).
   */
  contested?: true;
}
