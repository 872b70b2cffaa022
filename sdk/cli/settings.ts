// Determines which service is called, and with which key: from the documented environment
// variables, or from what `agate login` has stored.
import { Agate } from '../src/agate.ts';
import { Transport } from '../src/transport.ts';
import { readCredentials } from './credentials.ts';
import { SettingsError, type Terminal } from './terminal.ts';

export interface CliSettings {
  secretKey: string;
  /** Whether the key is a test key. */
  isTest: boolean;
  /** The origin of the service, without a trailing slash. */
  baseUrl: string;
}

const DEFAULT_URL = 'http://localhost:8787';

/**
 * Returns settings with the key in AGATE_SECRET_KEY, or otherwise with the key that `agate login`
 * stored.
 * @throws SettingsError that says what is wrong and how to fix it, never the key itself
 */
export function readSettings(terminal: Terminal): CliSettings {
  const own = (terminal.env['AGATE_SECRET_KEY'] ?? '').trim();
  if (own !== '') return toSettings(own, readBaseUrl(terminal), 'AGATE_SECRET_KEY');
  const kept = readCredentials(terminal);
  if (kept === undefined)
    throw new SettingsError(
      'AGATE_SECRET_KEY is not set. Set it to a secret key of yours, or keep one with `agate login`: sk_test_… for the sandbox, sk_live_… for real checks. `npm start` prints both.',
    );
  const isElsewhere =
    (terminal.env['AGATE_URL'] ?? '') !== '' && readBaseUrl(terminal) !== kept.url;
  if (isElsewhere)
    throw new SettingsError(
      `AGATE_URL is not ${kept.url}, which the key of \`agate login\` is for. Log in there, or set AGATE_SECRET_KEY.`,
    );
  return toSettings(kept.secret_key, readBaseUrl({ env: { AGATE_URL: kept.url } }), 'The kept key');
}

/**
 * @param what how messages refer to the key
 * @throws SettingsError unless the text is a secret key
 */
export function toSettings(text: string, baseUrl: string, what: string): CliSettings {
  const secretKey = text.trim();
  if (secretKey.startsWith('pk_'))
    throw new SettingsError(
      `${what} is a publishable key (pk_…), which is for pages. Use a secret key: sk_test_… or sk_live_….`,
    );
  if (!/^sk_(live|test)_[\w-]+$/.test(secretKey))
    throw new SettingsError(
      `${what} is not a secret key: secret keys begin with sk_test_ or sk_live_ and have no spaces.`,
    );
  return { secretKey, isTest: secretKey.startsWith('sk_test_'), baseUrl };
}

/**
 * @returns the origin of the service
 * @throws SettingsError when AGATE_URL is not a URL that a key may be sent to
 */
export function readBaseUrl({ env }: Pick<Terminal, 'env'>): string {
  const text = (env['AGATE_URL'] ?? '').trim() || DEFAULT_URL;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw new SettingsError(
      'AGATE_URL is not an address such as https://verify.example.com. Without it, http://localhost:8787 is used.',
    );
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new SettingsError(
      'AGATE_URL is http on another machine, where the key could be read on its way. Use https.',
    );
  return url.origin;
}

/** Whether a host name refers to this machine. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|[\w-]+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** The timeout of one request. */
const TIMEOUT_MS = 10_000;

/**
 * Opens the service's API with the key. A failed request is retried only once, because commands
 * that watch for a long time retry on their own.
 */
export const openTransport = ({ secretKey, baseUrl }: CliSettings): Transport =>
  Transport.withKey({ secretKey, baseUrl, timeoutMs: TIMEOUT_MS, retries: 1 });

/** Like openTransport, but with the methods of the SDK. */
export const openAgate = ({ secretKey, baseUrl }: CliSettings): Agate =>
  new Agate({ secretKey, baseUrl, timeoutMs: TIMEOUT_MS, retries: 1 });
