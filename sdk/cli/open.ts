// `agate open` shows the link to a check as a QR code in the terminal, so that a phone can open it.
import { renderUnicodeCompact } from 'uqr';
import type { WireInitData } from '../src/wire.ts';
import { readArguments, readCallback, readWhole } from './arguments.ts';
import {
  isLoopback,
  openTransport,
  readBaseUrl,
  readSettings,
  type CliSettings,
} from './settings.ts';
import { tell, UsageError, type Terminal } from './terminal.ts';

export const OPEN_HELP = `agate open [<link> | <xit_…>] [--min-age <years>] [--callback-url <address>]

Prints a link as a QR code. Without one it makes a session with your key and prints that one's. A link opens once,
within ten minutes, in one browser.

  <link>                      a verify_url that you have, or its init token
  --min-age <years>           of the session that is made: 1 to 99, default 18
  --callback-url <address>    of the session that is made: default https://example.com/agate`;

/** @throws UsageError, AgateError */
export async function open(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(
    args,
    {
      'min-age': { type: 'string' },
      'callback-url': { type: 'string' },
    },
    { most: 1, what: 'link' },
  );
  const [given] = positionals;
  const [unused] = Object.keys(values);
  if (given !== undefined && unused !== undefined)
    throw new UsageError(
      `--${unused} applies to a new session only, and this link has a session already.`,
    );
  const { 'min-age': minAge = '18', 'callback-url': callback = 'https://example.com/agate' } =
    values;
  const link =
    given === undefined
      ? await makeLink(readSettings(terminal), {
          min_age: readWhole('min-age', minAge, 1, 99),
          callback_url: readCallback(callback),
        })
      : linkOf(given, terminal);
  tell(terminal, { verify_url: link }, `${renderUnicodeCompact(link, { border: 2 })}\n${link}`);
  if (isLoopback(new URL(link).hostname))
    terminal.note('The link points to this machine; a phone needs an address that it can reach.');
}

function linkOf(given: string, terminal: Terminal): string {
  if (/^xit_[\w-]+$/.test(given)) return `${readBaseUrl(terminal)}/v/${given}`;
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given;
  throw new UsageError('The link must be a verify_url, or an init token (xit_…).');
}

async function makeLink(settings: CliSettings, body: object): Promise<string> {
  const { verify_url } = await openTransport(settings).call<WireInitData>({
    method: 'POST',
    path: '/verify/v1/init',
    body,
    idempotencyKey: crypto.randomUUID(),
    isIdempotent: true,
  });
  return verify_url;
}
