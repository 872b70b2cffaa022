/** The number of days that the old key or secret stays valid alongside the new one. */
export const OVERLAP_DAYS = ['0', '1', '3', '7'] as const;
export type OverlapDays = (typeof OVERLAP_DAYS)[number];
