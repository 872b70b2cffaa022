// Describes a schedule of the service, which is a cron expression in UTC, in words.
import type { ConsoleTexts } from '../texts/languages.ts';

const HOURS = 24;
const MINUTES = 60;
/** The timestamp of a Sunday, because cron counts weekdays from Sunday. */
const A_SUNDAY = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

/**
 * @param cron a cron expression with five fields
 * @returns a sentence, or the expression itself if no sentence fits: the expression is correct, and
 *   an operator can look it up
 */
export function describeSchedule(cron: string, t: ConsoleTexts): string {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...rest] = cron
    .trim()
    .split(/\s+/);
  if (rest.length > 0 || month !== '*') return cron;
  const isEveryDay = day === '*' && weekday === '*';
  if (isEveryDay && hour === '*') {
    const step = minute === '*' ? 1 : numberIn(/^\*\/(\d+)$/.exec(minute)?.[1], 1, MINUTES - 1);
    if (step !== undefined && MINUTES % step === 0)
      return t('schedules.every_minutes', { count: step });
    const at = numberIn(minute, 0, MINUTES - 1);
    return at === undefined ? cron : t('schedules.hourly', { minute: at });
  }
  const [m, h] = [numberIn(minute, 0, MINUTES - 1), numberIn(hour, 0, HOURS - 1)];
  if (m === undefined || h === undefined) return cron;
  const time = timeOf(h, m, t.locale);
  if (isEveryDay) return t('schedules.daily', { time });
  const onDay = numberIn(day, 1, 31);
  if (weekday === '*' && onDay !== undefined) return t('schedules.monthly', { day: onDay, time });
  const onWeekday = numberIn(weekday, 0, 7);
  if (day !== '*' || onWeekday === undefined) return cron;
  const named = new Intl.DateTimeFormat(t.locale, { weekday: 'long', timeZone: 'UTC' });
  return t('schedules.weekly', { day: named.format(A_SUNDAY + onWeekday * DAY_MS), time });
}

/** Formats a time in UTC, with the zone's name. */
const timeOf = (hour: number, minute: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(Date.UTC(2026, 0, 4, hour, minute));

function numberIn(text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined || !/^\d{1,2}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}
