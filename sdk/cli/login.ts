// `agate login` stores a secret key for later commands; `agate logout` deletes it.
import { readAddress, readArguments } from './arguments.ts';
import { forgetCredentials, keepCredentials } from './credentials.ts';
import { openTransport, readBaseUrl, toSettings } from './settings.ts';
import { tell, type Terminal } from './terminal.ts';

export const LOGIN_HELP = `agate login [--url <address>]

Asks for a secret key, tries it, and keeps it in a file that only you can read. Commands use it while
AGATE_SECRET_KEY is not set, and send it to that service alone. The key is read from stdin:
agate login < key.txt

  --url <address>   the service, default AGATE_URL, else http://localhost:8787`;

export const LOGOUT_HELP = `agate logout

Forgets the key that agate login keeps. It stays valid: revoke it in the dashboard.`;

/**
 * @throws SettingsError when the text is not a secret key; AgateError when the service does not
 *   recognise the key. In both cases, nothing has been stored
 */
export async function login(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values } = readArguments(args, { url: { type: 'string' } });
  const url =
    values.url === undefined
      ? readBaseUrl(terminal)
      : readBaseUrl({ env: { AGATE_URL: readAddress('url', values.url).href } });
  const key = await terminal.readSecret('Secret key (sk_test_… or sk_live_…): ');
  const settings = toSettings(key, url, 'What you gave');
  await openTransport(settings).call({
    method: 'GET',
    path: '/api/v1/events?limit=1',
    isIdempotent: true,
  });
  const path = keepCredentials(terminal, { url, secret_key: settings.secretKey });
  const mode = settings.isTest ? 'test' : 'live';
  tell(terminal, { url, mode, path }, `The ${mode} key for ${url} is kept in ${path}.`);
}

export async function logout(args: readonly string[], terminal: Terminal): Promise<void> {
  readArguments(args, {});
  const forgotten = forgetCredentials(terminal);
  tell(terminal, { forgotten }, forgotten ? 'The key is forgotten.' : 'No key was kept.');
}
