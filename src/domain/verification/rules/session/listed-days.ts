// Determines how long the list keeps a session: as long as its customer has chosen, but at least as
// long as its result can be read (D-74). Pure.

/**
 * How many days a list row outlives the result. If the row were deleted earlier, a late event of
 * the session would create it again.
 */
export const LISTED_AFTER_RESULT_DAYS = 8;

interface Keeping {
  retentionDays: number;
  historyDays: number;
}

/** @returns the number of days that the list keeps the session, counted from its creation */
export const listedDays = ({ retentionDays, historyDays }: Keeping): number =>
  Math.max(historyDays, retentionDays + LISTED_AFTER_RESULT_DAYS);
