// The check for withdrawn wallet credentials (row 9 of D-146): the schedule fetches whole status
// lists, and no list is fetched while a visitor waits (D-150).
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Config } from '../../../../src/config/config.ts';
import {
  fetchStatusLists,
  forgetStatusLists,
} from '../../../../src/domain/platform/wallet-status/fetch-lists.ts';
import { findWithdrawal } from '../../../../src/domain/platform/wallet-status/withdrawn.ts';
import type { StatusListReading, StatusListRequest } from '../../../../src/wallet/wallet-wire.ts';
import { makeContext, type TestContext } from '../../../support/installation/context.ts';

const URI = 'https://issuer.quarry.example/lists/1';
/** The example list in the draft for status lists, with the bits 1, 0, 0, 1, 1, 1, 0, 1 … */
const LST = 'eNrbuRgAAhcBXQ';
const DAY_MS = 86_400_000;
const at = (index: number, uri = URI) => ({ credential: 'eu_av', status: { uri, index } }) as const;

let asked: string[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  asked = [];
});

/** Fakes the server that publishes a status list, and the wallet Worker that reads the list. */
function serve(
  answer: () => Response | Promise<Response>,
  read: StatusListReading = { ok: true, bits: 1, lst: LST },
): StatusListRequest[] {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return answer();
  });
  const requests: StatusListRequest[] = [];
  wallet = {
    readStatusList: async (request: StatusListRequest) => {
      requests.push(request);
      return read;
    },
  };
  return requests;
}
let wallet: object = {};

function service(walletStatusLists: Config['walletStatusLists'], nowMs = Date.now()): TestContext {
  const ctx = makeContext({ now: () => nowMs, wallet: wallet as never });
  return { ...ctx, config: { ...ctx.config, walletStatusLists } };
}

const rows = async () =>
  (await env.DB.prepare('SELECT * FROM wallet_status_lists ORDER BY uri').all()).results;

describe('the check for a withdrawn credential', () => {
  it('is skipped when the setting is off, and nothing is stored', async () => {
    serve(() => new Response('token'));
    expect(await findWithdrawal(service('off'), at(0))).toBeUndefined();
    await fetchStatusLists(service('off'));
    expect([await rows(), asked]).toEqual([[], []]);
  });

  it('is skipped for a credential that names no list', async () => {
    expect(await findWithdrawal(service('refuse'), { credential: 'eu_av' })).toBeUndefined();
  });

  it.each([
    ['accept', undefined],
    ['refuse', 'list_unavailable'],
  ] as const)(
    'accepts or refuses as the setting says while lists cannot be fetched, here %s: %s',
    async (setting, withdrawn) => {
      serve(() => new Response('token'));
      expect(await findWithdrawal(service(setting), at(0))).toBe(withdrawn);
      expect(asked).toEqual([]);
      serve(() => new Response('', { status: 500 }));
      await fetchStatusLists(service(setting));
      expect(asked).toEqual([URI]);
      expect(await findWithdrawal(service(setting), at(0))).toBe(withdrawn);
      expect(await rows()).toMatchObject([{ failure: 'unreachable', lst: null }]);
    },
  );

  it('follows the list, once the schedule has fetched it', async () => {
    const requests = serve(() => new Response('token'));
    await findWithdrawal(service('accept'), at(0));
    await fetchStatusLists(service('accept'));
    expect(requests).toMatchObject([{ uri: URI, token: 'token', docType: 'eu.europa.ec.av.1' }]);
    for (const setting of ['accept', 'refuse'] as const) {
      expect(await findWithdrawal(service(setting), at(0))).toBe('listed');
      expect(await findWithdrawal(service(setting), at(1))).toBeUndefined();
      expect(await findWithdrawal(service(setting), at(3))).toBe('listed');
    }
    expect(asked).toEqual([URI]);
  });

  it('counts a credential beyond the end of the list as withdrawn', async () => {
    serve(() => new Response('token'));
    await findWithdrawal(service('accept'), at(0));
    await fetchStatusLists(service('accept'));
    expect(await findWithdrawal(service('accept'), at(16))).toBe('listed');
  });

  it('uses a list until it expires, and afterwards follows the setting', async () => {
    const nowMs = Date.now();
    serve(() => new Response('token'), { ok: true, bits: 1, lst: LST, validUntilMs: nowMs + 1000 });
    await findWithdrawal(service('accept', nowMs), at(0));
    await fetchStatusLists(service('accept', nowMs));
    expect(await findWithdrawal(service('accept', nowMs + 999), at(0))).toBe('listed');
    expect(await findWithdrawal(service('accept', nowMs + 1000), at(0))).toBeUndefined();
    expect(await findWithdrawal(service('refuse', nowMs + 1000), at(1))).toBe('list_unavailable');
  });

  it.each([
    'http://issuer.quarry.example/1',
    'https://127.0.0.1/1',
    'https://intranet/1',
    'file:///etc/passwd',
    'x',
  ])('never fetches a list at %s, and follows the setting', async (uri) => {
    const local = (setting: 'accept' | 'refuse') => {
      const ctx = service(setting);
      return { ...ctx, config: { ...ctx.config, isLocal: false } };
    };
    expect(await findWithdrawal(local('accept'), at(0, uri))).toBeUndefined();
    expect(await findWithdrawal(local('refuse'), at(0, uri))).toBe('list_unavailable');
    expect(await rows()).toEqual([]);
  });
});

describe('the schedule', () => {
  it('fetches a list again when it is due, not before', async () => {
    const nowMs = Date.now();
    const read = { ok: true, bits: 1, lst: LST, ttlMs: 7_200_000 } as const;
    serve(() => new Response('token'), read);
    await findWithdrawal(service('accept', nowMs), at(0));
    await fetchStatusLists(service('accept', nowMs));
    await fetchStatusLists(service('accept', nowMs + 7_199_999));
    expect(asked).toHaveLength(1);
    await fetchStatusLists(service('accept', nowMs + 7_200_000));
    expect(asked).toHaveLength(2);
  });

  it.each<[string, () => Response | Promise<Response>, StatusListReading?]>([
    ['leads elsewhere', () => new Response(null, { status: 302, headers: { location: '/x' } })],
    ['is too long', () => new Response('x'.repeat(1_400_001))],
    ['breaks off', () => Promise.reject(new Error('reset'))],
    ['is of nobody listed', () => new Response('token'), { ok: false, fault: 'untrusted' }],
  ])('keeps the old list, and tries again in an hour, when a list %s', async (_, answer, read) => {
    const nowMs = Date.now();
    serve(() => new Response('token'));
    await findWithdrawal(service('accept', nowMs), at(0));
    await fetchStatusLists(service('accept', nowMs));
    const laterMs = nowMs + DAY_MS;
    serve(answer, read);
    await fetchStatusLists(service('accept', laterMs));
    expect(await rows()).toMatchObject([
      { failure: read && !read.ok ? read.fault : 'unreachable', due_at_ms: laterMs + 3_600_000 },
    ]);
    expect(await findWithdrawal(service('accept', laterMs), at(0))).toBe('listed');
  });

  it('stores no time of a check, only the day on which a list was named', async () => {
    const nowMs = Date.UTC(2026, 10, 28, 15, 30);
    serve(() => new Response('token'));
    await findWithdrawal(service('accept', nowMs), at(0));
    await findWithdrawal(service('accept', nowMs + 1), at(5));
    expect(await rows()).toMatchObject([{ uri: URI, named_at_ms: Date.UTC(2026, 10, 28) }]);
  });

  it('forgets lists that no credential has referenced for 90 days', async () => {
    const nowMs = Date.now();
    serve(() => new Response('token'));
    await findWithdrawal(service('accept', nowMs), at(0));
    await forgetStatusLists(service('accept', nowMs + 89 * DAY_MS));
    expect(await rows()).toHaveLength(1);
    await forgetStatusLists(service('accept', nowMs + 91 * DAY_MS));
    expect(await rows()).toEqual([]);
  });
});
