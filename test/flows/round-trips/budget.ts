// The form of the budgets (budgets.ts): how many calls a request may make.

/** Call counts. An omitted count means 0, except that an omitted `inSeries` is not checked. */
export interface Budget {
  /** Calls to the methods of Durable Objects. */
  objects?: number;
  /** Calls to D1. A batch counts as one call. */
  d1?: number;
  /** Calls to the face Worker. */
  face?: number;
  /**
   * The length of the longest chain of calls to bindings, including queues, in which each call
   * began after the previous call had returned. The response waits for this chain.
   */
  inSeries?: number;
  why: string;
}

/** Budgets by request. */
export type Budgets = Readonly<Record<string, Budget>>;
