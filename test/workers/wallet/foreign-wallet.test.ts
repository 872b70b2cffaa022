// Tests over HTTP with a wallet and an issuer that share no code with the Worker or with the
// libraries that it uses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CREDENTIALS } from '../../../src/wallet/age-claims.ts';
import type { MadeOffer } from '../../../src/wallet/wallet-wire.ts';
import {
  issueElsewhere,
  openLink,
  openLinkWith,
  receive,
} from '../../support/wallet/foreign-wallet.ts';
import {
  anchorOf,
  type Certified,
  makeAuthority,
  makeSigner,
  NOW_MS,
} from '../../support/wallet/pki.ts';
import { issueSdJwt, presentSdJwt } from '../../support/wallet/sd-jwt.ts';
import { judged, offered } from './offers.ts';

const MONTH_MS = 30 * 86_400_000;

let authority: Certified;
let receiver: Awaited<ReturnType<typeof receive>>;

beforeAll(async () => {
  authority = await makeAuthority();
  receiver = await receive();
});
afterAll(() => receiver.stop());

const LINKS = ['av', 'openid4vp', 'encrypted'] as const;

describe.each(['eu_av', 'mdl'] as const)('%s', (credential) => {
  const issueBy = async (curve: 'P-256' | 'P-384') =>
    issueElsewhere(await makeSigner(authority, { curve }), {
      ...CREDENTIALS[credential],
      claims: { age_over_18: true, age_over_21: false, birth_date: '2007-01-01' },
      signed: new Date(NOW_MS - 1000),
      validUntil: new Date(NOW_MS + MONTH_MS),
    });
  const offer = (): Promise<MadeOffer> => offered({ credential, responseUri: receiver.uri });
  const posted = () => ({ form: receiver.bodies.at(-1) ?? '' });

  test.each(LINKS)('is proven by the link %s', async (link) => {
    const made = await offer();
    await openLink(made.links[link] ?? '', await issueBy('P-256'));
    expect(await judged(made, posted(), [anchorOf(authority)])).toMatchObject({
      ok: true,
      facts: { credential, element: 'age_over_18', value: true },
    });
  });

  test.each(LINKS)('is refused when it signed another nonce: %s', async (link) => {
    const made = await offer();
    await openLink(made.links[link] ?? '', await issueBy('P-256'), { nonce: 'other' });
    expect(await judged(made, posted(), [anchorOf(authority)])).toMatchObject({
      code: 'not_for_us',
    });
  });

  test('is also accepted when its issuer signs with ES384', async () => {
    const made = await offer();
    await openLink(made.links.av ?? '', await issueBy('P-384'));
    expect(await judged(made, posted(), [anchorOf(authority)])).toMatchObject({ ok: true });
  });
});

describe.each(['pid', 'pid_de'] as const)('%s', (credential) => {
  test.each(['openid4vp', 'encrypted'] as const)('is proven by the link %s', async (link) => {
    const made = await offered({ credential, responseUri: receiver.uri });
    const issued = await issueSdJwt(await makeSigner(authority), { credential });
    await openLinkWith(made.links[link] ?? '', (asked) =>
      presentSdJwt(issued, asked as never, asked.client_id, {}),
    );
    const posted = { form: receiver.bodies.at(-1) ?? '' };
    expect(await judged(made, posted, [anchorOf(authority)])).toMatchObject({
      ok: true,
      facts: { credential, element: 'age_over_18', value: true },
    });
  });
});
