// Parses the arguments of a command with node:util. Only the first sentence of its error messages
// is kept, because it names the faulty argument; run.ts adds our own advice.
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './terminal.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads options and at most `most` positional arguments.
 * @param what the name of the positional argument in messages
 * @throws UsageError for unknown options, missing values and too many arguments
 */
export function readArguments<const T extends Options>(
  args: readonly string[],
  options: T,
  { most = 0, what = 'argument' }: { most?: number; what?: string } = {},
) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    const extra = parsed.positionals[most];
    if (extra !== undefined)
      throw new UsageError(
        most === 0
          ? `There is no argument "${extra}" here.`
          : `One ${what} is enough: "${extra}" is too many.`,
      );
    return parsed;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const [sentence = 'The arguments are wrong.'] =
      error instanceof Error ? error.message.split('. ') : [];
    throw new UsageError(sentence.replace(/\.?$/, '.'));
  }
}

/** @throws UsageError unless the text is a whole number from `least` to `most` */
export function readWhole(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most))
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`);
  return value;
}

/**
 * @param example an example for the error message
 * @throws UsageError unless the text is an http or https URL
 */
export function readAddress(
  name: string,
  text: string,
  example = 'http://localhost:3000/webhooks',
): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--${name} must be an address such as ${example}.`);
  return url;
}

/**
 * Reads the URL that the browser returns to after a session; the service decides which URLs are
 * allowed.
 */
export const readCallback = (text: string): string =>
  readAddress('callback-url', text, 'https://shop.example/return').href;

/** @throws UsageError that lists all choices when the text is none of them */
export function readOneOf<const T extends string>(
  what: string,
  text: string,
  choices: readonly T[],
): T {
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined)
    throw new UsageError(`${what} must be one of: ${choices.join(', ')}. It is "${text}".`);
  return chosen;
}
