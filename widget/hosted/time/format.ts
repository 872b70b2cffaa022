// Formats times in a language's words and digits. Pure.

/** @returns a time such as `4:05`, in the language's own digits */
export function formatClock(locale: string, seconds: number): string {
  const minutes = new Intl.NumberFormat(locale).format(Math.floor(seconds / 60));
  const rest = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 }).format(seconds % 60);
  return `${minutes}:${rest}`;
}

/** @returns a time such as `3 minutes ago`, or `now` within the first minute */
export function formatAgo(locale: string, agoMs: number): string {
  const minutes = Math.floor(agoMs / 60_000);
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return minutes === 0 ? words.format(0, 'second') : words.format(-minutes, 'minute');
}
