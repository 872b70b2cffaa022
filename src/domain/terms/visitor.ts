// Who is at the other end, for lists a person reads and for limits on guessing. Nothing is decided by it.

export interface Visitor {
  /** Such as `Chrome, Windows`; may be empty. */
  device: string;
  /** City and country as the edge knows them, or country alone. */
  place?: string;
  /** The address that limits on guessing count on. */
  ip?: string;
}
