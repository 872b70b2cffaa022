// How long the list keeps a session: as its customer set, and never shorter than its result can be read (D-74). Pure.

/** How much longer than its result: a late event of the session would write its row again. */
export const LISTED_AFTER_RESULT_DAYS = 8;

interface Keeping {
  retentionDays: number;
  historyDays: number;
}

/** @returns in days, from when the session was made */
export const listedDays = ({ retentionDays, historyDays }: Keeping): number =>
  Math.max(historyDays, retentionDays + LISTED_AFTER_RESULT_DAYS);
