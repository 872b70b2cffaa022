// Determines how long the list keeps a session: for the period that its customer has chosen, but at
// least while its result can be read (D-74). Pure.

/**
 * How many days a list row outlives the result. If the row were deleted earlier, a late event for
 * the session would recreate it.
 */
export const LISTED_AFTER_RESULT_DAYS = 8;

interface Keeping {
  retentionDays: number;
  historyDays: number;
}

/** @returns the number of days that the list keeps the session, counted from its creation */
export const listedDays = ({ retentionDays, historyDays }: Keeping): number =>
  Math.max(historyDays, retentionDays + LISTED_AFTER_RESULT_DAYS);
