// The consoles' messages when the server refuses a request: a sentence in the user's language and,
// where the server's message may contain more detail, that message below it, marked as English.
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { RECEIVER_FAULTS } from '../../../src/errors.ts';
import { ERROR_STATUS } from '../../../src/http/error-status.ts';
import { translator } from '../../../src/language/translate.ts';
import { faultOf, fetchOrThrow } from '../../../widget/console/api/call-error.ts';
import { explainUnproven } from '../../../widget/console/dashboard/explain-unproven.ts';
import type { ConsoleTextKey } from '../../../widget/console/texts/text-key.ts';
import {
  describeError,
  nameError,
  serverMessagesOf,
} from '../../../widget/console/ui/describe-error.ts';
import { reachableFrom, readSourceFile, readSourceFiles } from '../../contract/source-files.ts';

type Code = keyof typeof ERROR_STATUS;

const SENTENCE = 'Two secrets work until tomorrow. Rotate after that.';

/**
 * Error codes that the consoles' APIs return only to an outdated page or to a customer's own
 * program, with the reason for each.
 */
const NOT_OF_PAGES: Partial<Record<Code, string>> = {
  INVALID_REQUEST: 'bodies are written by the client of the API',
  METHOD_NOT_ALLOWED: 'methods are those of the description',
  MISDIRECTED_REQUEST: 'the page came from the same host',
  IDEMPOTENCY_KEY_MISMATCH: 'no page sends a key',
  INVALID_CALLBACK_URL: 'where a check leads back to is our own page',
  INVALID_MIN_AGE: 'a check that is tried has an age',
  INVALID_PICTURE: 'no page sends a picture',
  INVALID_TOKEN: 'links in mails lead to pages of the server',
  SESSION_OPENED_ELSEWHERE: 'of the page of a check',
  SESSION_OF_OTHER_BROWSER: 'of the page of a check',
  SESSION_ON_OTHER_DEVICE: 'of the page of a check',
  SESSION_RETAKEN: 'of the page of a check',
  BROWSER_UNCONFIRMED: 'of the page of a check',
};

const textsOf = (language: string) => {
  const parts = ['shared', 'sso', 'dashboard', 'admin'].map((part) =>
    JSON.parse(readFileSync(`widget/console/locales/${part}/${language}.json`, 'utf8')),
  );
  return translator<ConsoleTextKey>(language, Object.assign({}, ...parts));
};

afterEach(() => void vi.unstubAllGlobals());

/** Returns the error that a page receives when the server refuses with this code. */
async function refusal(code: Code, field = 'redirect_uris'): Promise<unknown> {
  const details = [{ field, message: SENTENCE }];
  const body = { error: { code, message: SENTENCE, details }, meta: { request_id: 'req_1' } };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: ERROR_STATUS[code] }));
  return fetchOrThrow(new Request('http://localhost:8787/')).catch((error: unknown) => error);
}

const told = (error: unknown, language: string): string =>
  `${nameError(error, textsOf(language))}: ${describeError(error, textsOf(language))}`;

/**
 * Returns the error codes that are thrown in the source files of the consoles' APIs, including all
 * files that these import directly or indirectly.
 */
function codesOfSurfaces(): Code[] {
  const files = readSourceFiles(['src']);
  const others = /^src\/routes\/(?!(admin|console|dashboard)\/)/;
  const begun = readSourceFile('src/app.ts').imports.filter(({ to }) => !others.test(to));
  const reached = new Set(begun.flatMap(({ to }) => [...reachableFrom(to, files), to]));
  const written = [...reached]
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      // Skips type unions, because naming a code in a union does not throw it.
      [...readFileSync(path, 'utf8').matchAll(/(?<!\| )'([A-Z_]+)'/g)].map(([, code]) => code),
    );
  return (Object.keys(ERROR_STATUS) as Code[]).filter((code) => written.includes(code));
}

describe('a refusal', () => {
  const codes = codesOfSurfaces();

  it('has a text for every code that the consoles’ APIs return', async () => {
    expect(codes).toEqual(
      expect.arrayContaining(['CONFLICT', 'NOT_FOUND', 'TENANT_SUSPENDED', 'MISDIRECTED_REQUEST']),
    );
    const t = textsOf('en');
    const untold: Code[] = [];
    for (const code of codes)
      if (describeError(await refusal(code), t) === t('error.outdated')) untold.push(code);
    expect(untold.toSorted()).toEqual(Object.keys(NOT_OF_PAGES).toSorted());
  });

  it('is explained in each language in its own words, without the server’s sentence', async () => {
    for (const code of codes) {
      const error = await refusal(code);
      const [english, german, arabic] = ['en', 'de', 'ar'].map((each) => told(error, each));
      expect([code, german, arabic].join(' ')).not.toContain(SENTENCE);
      expect(german).not.toBe(english);
      expect(arabic).toMatch(/^[^A-Za-z]+$/);
    }
  });

  it('is explained by the page’s own text where one exists', async () => {
    const here = { conflict: 'Erst einen löschen.', invalid: 'Zu klein.' };
    const explain = async (code: Code, more = {}) =>
      describeError(await refusal(code), textsOf('de'), { ...here, ...more });
    expect(await explain('CONFLICT')).toBe(here.conflict);
    expect(await explain('ENDPOINT_NOT_VERIFIED')).toBe(here.conflict);
    const unproven = 'Keine Antwort.';
    expect(await explain('ENDPOINT_NOT_VERIFIED', { unproven })).toBe(unproven);
    expect(await explain('CONFLICT', { unproven })).toBe(here.conflict);
    expect(await explain('VALIDATION_FAILED')).toBe(here.invalid);
  });
});

test('the requirement of a field is explained by the console, not by the server’s English sentence', async () => {
  const error = await refusal('VALIDATION_FAILED');
  expect(faultOf(error, 'redirect_uris', 'Ganze Adressen.')).toBe('Ganze Adressen.');
  expect(faultOf(error, 'name', 'Ein Name.')).toBeUndefined();
});

describe('the server’s own message', () => {
  it('is kept: every refused field, or which of several conflicts occurred', async () => {
    expect(serverMessagesOf(await refusal('VALIDATION_FAILED'))).toEqual([
      `redirect_uris: ${SENTENCE}`,
    ]);
    const body = { error: { code: 'CONFLICT', message: SENTENCE }, meta: {} };
    vi.stubGlobal('fetch', async () => Response.json(body, { status: 409 }));
    const conflict = await fetchOrThrow(new Request('http://localhost:8787/')).catch(
      (error: unknown) => error,
    );
    expect(serverMessagesOf(conflict)).toEqual([SENTENCE]);
  });

  it('is omitted where the page already says as much', async () => {
    for (const code of ['FORBIDDEN', 'NOT_FOUND', 'UNAUTHORIZED', 'INTERNAL_ERROR'] as const)
      expect([code, ...serverMessagesOf(await refusal(code))]).toEqual([code]);
  });
});

describe('an endpoint that has not returned its challenge', () => {
  const explain = async (reason: string, language: string): Promise<string> => {
    const receiver = { reason, status: 404 };
    const body = {
      error: { code: 'ENDPOINT_NOT_VERIFIED', message: SENTENCE, receiver },
      meta: {},
    };
    vi.stubGlobal('fetch', async () => Response.json(body, { status: 409 }));
    const error = await fetchOrThrow(new Request('http://localhost:8787/')).catch(
      (thrown: unknown) => thrown,
    );
    expect(serverMessagesOf(error)).toEqual([]);
    return explainUnproven(error, textsOf(language));
  };

  it.each(['en', 'de', 'ar'])(
    'is explained separately for each reason, in %s (D-140)',
    async (code) => {
      const told = await Promise.all(RECEIVER_FAULTS.map((reason) => explain(reason, code)));
      expect(new Set(told).size).toBe(RECEIVER_FAULTS.length);
      expect(told.filter((text) => text.includes('receiver.') || text.includes(SENTENCE))).toEqual(
        [],
      );
      expect(await explain('wrong_status', code)).toContain('404');
    },
  );
});
