// The demo wallet, run against the service: the result of each of the wallet's responses, and the
// links that it does not respond to.
import { env, exports } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Authority, makeAuthority } from '../../examples/wallet/src/authority.ts';
import wallet from '../../examples/wallet/src/index.ts';
import { sha256Hex } from '../../src/crypto/hash.ts';
import { bindWallet, offer, unbindWallet } from '../support/visitor/trusted-wallet.ts';
import { beginSession } from '../support/visitor/wallet-session.ts';

const ORIGIN = 'http://localhost:8790';
const PAGE = { methods: ['wallet'] };

let authority: Authority;
beforeEach(async () => {
  await env.DB.prepare('DELETE FROM wallet_anchors').run();
  authority = await makeAuthority(Date.now());
  const certificate = authority.certificate.replaceAll(/-----.*?-----|\s/g, '');
  await env.DB.prepare(
    `INSERT INTO wallet_anchors (id, name, certificate, sha256, subject, doc_types, not_after_ms, added_at_ms)
     VALUES ('wan_demo', 'Demo', ?, ?, 'Demo', '["eu.europa.ec.av.1","org.iso.18013.5.1.mDL"]', ?, ?)`,
  )
    .bind(certificate, await sha256Hex(certificate), authority.ends_at_ms, Date.now())
    .run();
  bindWallet();
  vi.stubGlobal('fetch', (input: RequestInfo, init?: RequestInit) =>
    exports.default.fetch(new Request(input, init)),
  );
});
afterEach(() => {
  unbindWallet();
  vi.unstubAllGlobals();
});

/** @param fields the fields of a form on the wallet's page */
async function send(path: string, fields: Record<string, string>, from = ORIGIN) {
  const init = { method: 'POST', headers: { Origin: from }, body: new URLSearchParams(fields) };
  const response = await wallet.request(`${ORIGIN}${path}`, init, { authority });
  return { response, text: await response.text() };
}

const answer = (link: string, choice: string) => send('/answer', { link, choice });

/** Begins a test session that accepts only a wallet, and returns it with its links. */
async function beginOffered(
  wish: Record<string, unknown> = {},
  fields: Record<string, unknown> = {},
) {
  const session = await beginSession({ accept: PAGE, ...fields }, true);
  const { links } = await offer(session.browser, { way: 'other_device', ...wish });
  const view = async () => (await session.browser.view()).body.data;
  return { ...session, links: links as Record<string, string | undefined>, view };
}

describe('an answer of the demo wallet', () => {
  it('first shows who asks for what', async () => {
    const { links } = await beginOffered();
    const { text } = await send('/request', { link: ` ${links.av}\n` });
    expect(text).toContain('localhost:8787 asks for a proof');
    expect(text).toContain('whether you are 18 or older');
    expect(text).toContain('eu.europa.ec.av.1');
  });

  it.each([
    ['an age proof', 'eu_av', 'av', 18],
    ['an age proof, encrypted', 'eu_av', 'encrypted', 18],
    ['a driving licence', 'mdl', 'openid4vp', 21],
    ['a driving licence, encrypted', 'mdl', 'encrypted', 21],
  ])('with %s verifies', async (_case, credential, kind, gate) => {
    const wish = { credential, gate };
    const { links, result } = await beginOffered(wish, { min_age: gate });
    const { response, text } = await answer(links[kind] ?? '', 'over');
    expect([response.status, text]).toEqual([200, expect.stringContaining('was taken')]);
    expect(await result()).toMatchObject({ status: 'success', proof: { bracket: `${gate}+` } });
  });

  it('about a person who is too young fails', async () => {
    const { links, result } = await beginOffered();
    expect((await answer(links.av ?? '', 'under')).text).toContain('was taken');
    expect(await result()).toMatchObject({ status: 'failed', reason: 'age_below_threshold' });
  });

  it.each([
    [
      'a forged issuer',
      'forged',
      'wallet_untrusted',
      'untrusted_issuer',
      /trust anchor .*Agate demo authority.* has another key/,
    ],
    ['a proof that has expired', 'expired', 'wallet_expired', 'expired', /has expired/],
    [
      'a proof for another site',
      'elsewhere',
      'wallet_not_accepted',
      'not_for_us',
      /another session transcript/,
    ],
  ])(
    'with %s is refused, and the page of the check says why',
    async (_case, choice, problem, code, reason) => {
      const { links, view } = await beginOffered();
      const { response, text } = await answer(links.av ?? '', choice);
      expect([response.status, text]).toEqual([
        200,
        expect.stringContaining('400 {&quot;error&quot;:&quot;invalid_request&quot;}'),
      ]);
      expect(text).toContain('http://localhost:8787/docs/wallets#why-it-was-refused');
      expect(await view()).toMatchObject({
        problem,
        wallet: { refusal: { code, reason: expect.stringMatching(reason) } },
      });
    },
  );

  it('that declines costs no attempt', async () => {
    const { links, view } = await beginOffered();
    expect((await answer(links.av ?? '', 'declined')).text).toContain('Nothing was shown');
    expect(await view()).toMatchObject({ problem: 'wallet_declined', wallet: { answers_left: 5 } });
  });

  it('leads back to a page on the same device', async () => {
    const { links, token } = await beginOffered({ way: 'same_device' });
    const { response } = await answer(links.av ?? '', 'over');
    expect(response.status).toBe(303);
    expect(response.headers.get('Location')).toContain(`/v/${token}#wallet=`);
  });
});

describe('no answer of the demo wallet', () => {
  const QUERY = {
    credentials: [
      {
        id: 'a',
        format: 'mso_mdoc',
        meta: { doctype_value: 'eu.europa.ec.av.1' },
        claims: [{ path: ['n', 'age_over_18'] }],
      },
    ],
  };
  const FIELDS = {
    response_type: 'vp_token',
    response_mode: 'direct_post',
    client_id: 'redirect_uri:https://id.example/r',
    response_uri: 'https://id.example/r',
    nonce: 'n',
    dcql_query: JSON.stringify(QUERY),
  };
  const linkOf = (changes: Record<string, string>) =>
    `av://?${new URLSearchParams({ ...FIELDS, ...changes }).toString()}`;

  it.each([
    ['an address of the web', 'https://id.example/v/xit_1', 'no link to a wallet'],
    ['half of a link', linkOf({}).split('&dcql_query')[0] ?? '', 'has no dcql_query'],
    ['a query that is cut', linkOf({ dcql_query: '{"credentials":[' }), 'cannot be read'],
    [
      'another client',
      linkOf({ client_id: 'redirect_uri:https://other.example/r' }),
      'names another client',
    ],
    [
      'an address that is none',
      linkOf({ response_uri: 'x:y', client_id: 'redirect_uri:x:y' }),
      'no web address',
    ],
    [
      'another document',
      linkOf({ dcql_query: JSON.stringify(QUERY).replace('av.1', 'pid.1') }),
      'no such document',
    ],
    ['another response mode', linkOf({ response_mode: 'fragment' }), 'response mode fragment'],
    [
      'encryption without a key',
      linkOf({ response_mode: 'direct_post.jwt', client_metadata: '{}' }),
      'has no key',
    ],
  ])('is sent to %s, and the problem is named', async (_case, link, says) => {
    const { response, text } = await send('/request', { link });
    expect(response.status).toBe(400);
    expect(text).toContain(says);
  });

  it('is given on behalf of the person by a foreign page', async () => {
    const { links, result } = await beginOffered();
    const { response } = await send(
      '/answer',
      { link: links.av ?? '', choice: 'over' },
      'https://evil.example',
    );
    expect(response.status).toBe(403);
    expect((await result()).status).toBe('in_progress');
  });

  it('is sent while the service is down, and the page says so', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    const { response, text } = await answer(linkOf({}), 'over');
    expect(response.status).toBe(502);
    expect(text).toContain('Is the service running?');
  });
});
