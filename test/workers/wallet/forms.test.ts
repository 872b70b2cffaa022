// Row 1 of the table of D-146 (responses that do not belong to an open offer), and the forms in
// which phones and browsers deliver a response.
import { beforeAll, describe, expect, test } from 'vitest';
import type { MadeOffer, TrustAnchor, WalletAnswer } from '../../../src/wallet/wallet-wire.ts';
import { judge } from '../../../src/workers/wallet/judge.ts';
import { type Issued, issue } from '../../support/wallet/issuer.ts';
import { anchorOf, makeAuthority, makeSigner, NOW_MS } from '../../support/wallet/pki.ts';
import { answer } from '../../support/wallet/wallet.ts';
import { judged, offered, PROTOCOLS } from './offers.ts';

let anchors: TrustAnchor[];
let issued: Issued;
let made: MadeOffer;

beforeAll(async () => {
  const authority = await makeAuthority();
  anchors = [anchorOf(authority)];
  issued = await issue(await makeSigner(authority));
  made = await offered();
});

const verdictOf = (given: WalletAnswer) => judged(made, given, anchors);
const formOf = (given: WalletAnswer): URLSearchParams =>
  new URLSearchParams('form' in given ? given.form : '');
const post = (fields: URLSearchParams) => verdictOf({ form: fields.toString() });

describe('a proof is accepted', () => {
  test.each([
    ['as Android posts it', {}],
    ['as iOS posts it', { isApple: true }],
    ['as a bare text instead of the list', { isBare: true }],
  ])('%s', async (_, deviation) => {
    expect(await verdictOf(await answer(made, 'direct_post', issued, deviation))).toMatchObject({
      ok: true,
    });
  });

  test.each(['org-iso-mdoc', 'openid4vp-v1-unsigned'] as const)(
    'as JSON text, which some browsers return, by %s',
    async (protocol) => {
      const given = await answer(made, protocol, issued);
      const data = 'data' in given ? JSON.stringify(given.data) : '';
      expect(await verdictOf({ protocol, data })).toMatchObject({ ok: true });
    },
  );

  test('with padding, although base64url has none here', async () => {
    const fields = formOf(await answer(made, 'direct_post', issued, { isApple: true }));
    const name = 'vp_token[proof_of_age]';
    const bare = fields.get(name) ?? '';
    fields.set(name, bare.padEnd(4 * Math.ceil(bare.length / 4), '='));
    expect(await post(fields)).toMatchObject({ ok: true });
  });
});

test('a field whose name almost matches the query is refused, even next to the right one', async () => {
  const fields = formOf(await answer(made, 'direct_post', issued, { isApple: true }));
  const text = fields.get('vp_token[proof_of_age]') ?? '';
  for (const name of ['vp_token[proof_of_agex', 'vp_token[]', 'vp_token[proof_of_age]]']) {
    const more = new URLSearchParams(fields);
    more.set(name, text);
    expect(await post(more)).toMatchObject({ ok: false, code: 'malformed' });
    more.delete('vp_token[proof_of_age]');
    expect(await post(more)).toMatchObject({ ok: false, code: 'malformed' });
  }
});

describe('row 1', () => {
  test.each(PROTOCOLS)(
    'an offer that has expired, or was answered, is refused: %s',
    async (protocol) => {
      const given = await answer(made, protocol, issued);
      const gone = { ok: false, code: 'offer_gone' };
      expect(await judged(made, given, anchors, made.offer.expiresAtMs)).toMatchObject(gone);
      expect(await judged(made, given, anchors, made.offer.expiresAtMs - 1)).toMatchObject({
        ok: true,
      });
      const answered = { offer: { ...made.offer, answeredAtMs: NOW_MS } };
      expect(await judged(answered, given, anchors)).toMatchObject(gone);
    },
  );

  test.each(PROTOCOLS)('an answer to the previous offer is refused: %s', async (protocol) => {
    const given = await answer(await offered(), protocol, issued);
    expect(await verdictOf(given)).toMatchObject({
      ok: false,
      code: protocol === 'direct_post' ? 'offer_gone' : 'not_decryptable',
    });
  });

  test.each(PROTOCOLS)('%s is refused when it was not offered', async (protocol) => {
    const others = await offered({ protocols: PROTOCOLS.filter((one) => one !== protocol) });
    const given = await answer(made, protocol, issued);
    expect(await judged(others, given, anchors)).toMatchObject({ code: 'protocol_not_offered' });
  });

  test.each(['direct_post', 'openid4vp', 'org.iso.mdoc', '__proto__', ''])(
    'the page cannot answer with %j',
    async (protocol) => {
      expect(await verdictOf({ protocol, data: {} })).toMatchObject({
        code: 'protocol_not_offered',
      });
    },
  );

  test.each(['direct_post', 'direct_post.jwt'] as const)(
    'the state of another offer is refused: %s',
    async (protocol) => {
      const given = await answer(made, protocol, issued, { state: 'other' });
      expect(await verdictOf(given)).toMatchObject({ code: 'offer_gone' });
    },
  );

  test('an error next to an answer does not allow a protocol that was not offered', async () => {
    const others = await offered({ protocols: ['openid4vp-v1-unsigned', 'direct_post'] });
    const given = await answer(others, 'openid4vp-v1-unsigned', issued);
    const { response } = ('data' in given ? given.data : {}) as { response: string };
    for (const error of ['x', '']) {
      const form = new URLSearchParams({ response, error, state: others.offer.state }).toString();
      expect(await judged(others, { form }, anchors)).toMatchObject({ code: 'wallet_error' });
    }
    const form = new URLSearchParams({ response }).toString();
    expect(await judged(others, { form }, anchors)).toMatchObject({
      code: 'protocol_not_offered',
    });
  });

  test('a form without a state is refused', async () => {
    const fields = formOf(await answer(made, 'direct_post', issued));
    fields.delete('state');
    expect(await post(fields)).toMatchObject({ code: 'offer_gone' });
  });

  test.each([
    ['by the page', { protocol: 'org-iso-mdoc', data: { response: 'A'.repeat(65_536) } }],
    ['as a form', { form: `vp_token=${'A'.repeat(65_536)}` }],
  ])('more than 64 KiB are refused: %s', async (_, given) => {
    expect(await verdictOf(given)).toMatchObject({ code: 'malformed' });
  });
});

describe('a form answer', () => {
  const form = async (change: (fields: URLSearchParams) => void, isApple = false) => {
    const fields = formOf(await answer(made, 'direct_post', issued, { isApple }));
    change(fields);
    return post(fields);
  };

  test.each(['vp_token', 'state'])('that has %s twice is refused', async (name) => {
    const verdict = await form((fields) => fields.append(name, fields.get(name) ?? ''));
    expect(verdict).toMatchObject({ code: 'malformed' });
  });

  test('that has the token in both forms is refused', async () => {
    expect(await form((fields) => fields.set('vp_token', '{}'), true)).toMatchObject({
      code: 'malformed',
    });
  });

  test.each([
    ['another query beside it', (token: object) => ({ ...token, more: ['x'] }), 'over_disclosed'],
    ['another query', () => ({ other: ['x'] }), 'over_disclosed'],
    ['two presentations', () => ({ proof_of_age: ['x', 'y'] }), 'other_document'],
    ['none', () => ({}), 'no_document'],
    ['an empty list', () => ({ proof_of_age: [] }), 'no_document'],
    ['an object', () => ({ proof_of_age: [{}] }), 'malformed'],
    ['no base64url', () => ({ proof_of_age: ['*'] }), 'malformed'],
    ['a list of all', () => ['x'], 'malformed'],
    ['nothing', () => null, 'malformed'],
  ])('whose token has %s is refused', async (_, change, code) => {
    const verdict = await form((fields) => {
      const token = JSON.parse(fields.get('vp_token') ?? '') as object;
      fields.set('vp_token', JSON.stringify(change(token)));
    });
    expect(verdict).toMatchObject({ code });
  });

  test.each(['', 'x', '{', 'vp_token', '__proto__=1', '%'])(
    'is refused when it is %j',
    async (text) => {
      expect(await verdictOf({ form: text })).toMatchObject({ ok: false });
    },
  );
});

describe('a wallet that declines', () => {
  test.each([
    ['access_denied', 'declined'],
    ['invalid_request', 'wallet_error'],
    ['<b>', 'wallet_error'],
  ])('is reported by %s as %s', async (error, code) => {
    const { state } = made.offer;
    const form = new URLSearchParams({ error, state }).toString();
    expect(await verdictOf({ form })).toMatchObject({ code });
    expect(await verdictOf({ protocol: 'openid4vp-v1-unsigned', data: { error } })).toMatchObject({
      code,
    });
    const sealed = await answer(made, 'direct_post.jwt', issued, { fields: { error } });
    expect(await verdictOf(sealed)).toMatchObject({ code });
  });

  test('may answer unencrypted when only encrypted answers were offered, with the right state', async () => {
    const encrypted = await offered({ protocols: ['direct_post.jwt'] });
    const { state } = encrypted.offer;
    const told = { form: new URLSearchParams({ error: 'access_denied', state }).toString() };
    expect(await judged(encrypted, told, anchors)).toMatchObject({ code: 'declined' });
    const other = { form: 'error=access_denied&state=x' };
    expect(await judged(encrypted, other, anchors)).toMatchObject({ code: 'offer_gone' });
  });
});

test.each([null, 1, 'x', '[]', [], {}, { response: 1 }, { response: '' }, { vp_token: {} }])(
  'the page cannot pass on %j',
  async (data) => {
    for (const protocol of ['org-iso-mdoc', 'openid4vp-v1-signed', 'openid4vp-v1-unsigned'])
      expect(await verdictOf({ protocol, data })).toMatchObject({ ok: false });
  },
);

test('outside test mode a refusal contains only a code', async () => {
  const { offer } = made;
  const request = { offer, answer: { form: 'x' }, anchors, nowMs: NOW_MS };
  expect(await judge(request)).toEqual({ ok: false, code: 'offer_gone' });
});
