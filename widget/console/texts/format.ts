// Dates, durations and shares in the reader's language.
import { useMemo } from 'react';
import { useTexts } from './context.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Formats {
  day: (iso: string) => string;
  /** A date with its year. */
  date: (iso: string) => string;
  /** @param month such as 2026-08 */
  month: (month: string) => string;
  /** A date and time with the time zone, so that it means the same to every reader. */
  moment: (iso: string) => string;
  /** A date and time with seconds and the time zone. */
  second: (iso: string) => string;
  /** A relative time, such as `3 hours ago`. */
  ago: (iso: string) => string;
  number: (value: number) => string;
  /** @param share 0 to 1 */
  percent: (share: number) => string;
  /**
   * A percentage. Below 10 percent, it has at most two significant digits.
   * @param share 0 to 1
   */
  rate: (share: number) => string;
  seconds: (value: number) => string;
  milliseconds: (value: number) => string;
  /**
   * A relative change, with its sign.
   * @param share the change as a fraction; 1 means doubled
   */
  change: (share: number) => string;
  /** @param minor an amount in the currency's smallest unit */
  money: (minor: number, currency: string) => string;
}

export function useFormats(): Formats {
  const { locale } = useTexts();
  return useMemo(() => formatsOf(locale), [locale]);
}

function formatsOf(locale: string): Formats {
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const toMinute = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  } as const;
  const moment = new Intl.DateTimeFormat(locale, toMinute);
  const second = new Intl.DateTimeFormat(locale, { ...toMinute, second: '2-digit' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const rate = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumSignificantDigits: 2,
  });
  const seconds = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    maximumFractionDigits: 1,
  });
  const milliseconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' });
  const change = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  return {
    day: (iso) => day.format(new Date(iso)),
    date: (iso) => date.format(new Date(iso)),
    month: (iso) => month.format(new Date(iso)),
    moment: (iso) => moment.format(new Date(iso)),
    second: (iso) => second.format(new Date(iso)),
    ago: (iso) => formatRelative(relative, (Date.parse(iso) - Date.now()) / 1000),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    rate: (share) => (share < 0.1 ? rate : percent).format(share),
    seconds: (value) => seconds.format(value),
    milliseconds: (value) => milliseconds.format(value),
    change: (share) => change.format(share),
    money: (minor, currency) => {
      const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
      return money.format(minor / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2));
    },
  };
}

function formatRelative(relative: Intl.RelativeTimeFormat, seconds: number): string {
  const size = Math.abs(seconds);
  if (size < MINUTE) return relative.format(0, 'minute');
  if (size < HOUR) return relative.format(Math.round(seconds / MINUTE), 'minute');
  if (size < DAY) return relative.format(Math.round(seconds / HOUR), 'hour');
  return relative.format(Math.round(seconds / DAY), 'day');
}
