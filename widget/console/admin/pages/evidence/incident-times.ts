// The times of an incident as an operator types them, in UTC, such as `2026-10-03 09:30`.

const TYPED = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)$/;

/** @returns the time as the API expects it; undefined when the text is not a time */
export function timeIn(typed: string): string | undefined {
  const [, day, time] = TYPED.exec(typed.trim()) ?? [];
  if (day === undefined || time === undefined) return undefined;
  const iso = `${day}T${time}:00Z`;
  const ms = Date.parse(iso);
  // Date.parse accepts a day that does not exist, such as 30 February, and returns a day of the
  // next month.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${day}T${time}`)
    ? iso
    : undefined;
}

/** @param time a time as the API returns it */
export const typedTime = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)}`;
