// Readers for individual settings. They are independent of what the settings mean; config.ts lists
// the settings.
import type { GuessLimit } from './guess-limit.ts';

/** A missing or malformed setting. The message contains its name, never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Vars = Readonly<Record<string, unknown>>;

export function readText(vars: Vars, name: string): string {
  const value = vars[name];
  if (typeof value !== 'string' || value === '')
    throw new ConfigError(`The setting ${name} is missing.`);
  return value;
}

/** @returns the trimmed value; undefined when it is missing or blank */
export function readOptional(vars: Vars, name: string): string | undefined {
  const value = vars[name];
  if (value !== undefined && typeof value !== 'string')
    throw new ConfigError(`The setting ${name} is not a string.`);
  return value?.trim() || undefined;
}

/**
 * @returns ms since the epoch, for a day or a time such as `2027-01-31` or `2027-01-31T12:00:00Z`;
 *   undefined when missing
 */
export function readTime(vars: Vars, name: string): number | undefined {
  const text = readOptional(vars, name);
  if (text === undefined) return undefined;
  const ms = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(ms))
    throw new ConfigError(`The setting ${name} is not a date such as 2027-01-31.`);
  return ms;
}

export function readNumber(vars: Vars, name: string, fallback: number): number {
  const text = vars[name];
  if (text === undefined) return fallback;
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < 0)
    throw new ConfigError(`The setting ${name} is not a number of at least 0.`);
  return value;
}

/**
 * Checks that an optional setting, when present, is a whole number from 0 to `max`.
 * @throws ConfigError
 */
export function checkWholeNumber(vars: Vars, name: string, max: number): void {
  const value = vars[name];
  if (value === undefined) return;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (!/^\d{1,9}$/.test(text) || Number(text) > max)
    throw new ConfigError(`The setting ${name} is not a whole number from 0 to ${max}.`);
}

/** @param choices the first is the default */
export function readChoice<const T extends string>(
  vars: Vars,
  name: string,
  choices: readonly [T, ...T[]],
): T {
  const text = vars[name];
  if (text === undefined) return choices[0];
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined)
    throw new ConfigError(`The setting ${name} must be one of: ${choices.toSorted().join(', ')}.`);
  return chosen;
}

/** Reads a limit in the form `<count>/<seconds>`, such as `100/60`. */
export function readLimit(
  vars: Vars,
  name: string,
  policy: string,
  limit: number,
  windowSeconds: number,
): GuessLimit {
  const text = vars[name];
  if (text === undefined) return { policy, limit, windowSeconds };
  const [, count, seconds] =
    /^(\d{1,7})\/(\d{1,7})$/.exec(typeof text === 'string' ? text : '') ?? [];
  if (count === undefined || seconds === undefined || Number(seconds) === 0)
    throw new ConfigError(`The setting ${name} is not a limit such as 100/60.`);
  return { policy, limit: Number(count), windowSeconds: Number(seconds) };
}
