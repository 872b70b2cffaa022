// An mDL responds with the age nearest to the requested age (ISO 18013-5, 7.2.5).
import { beforeAll, expect, test } from 'vitest';
import { concludeWallet } from '../../../src/wallet/conclude.ts';
import type { TrustAnchor } from '../../../src/wallet/wallet-wire.ts';
import { issue } from '../../support/wallet/issuer.ts';
import { anchorOf, type Certified, makeAuthority, makeSigner } from '../../support/wallet/pki.ts';
import { answer } from '../../support/wallet/wallet.ts';
import { judged, offered } from './offers.ts';

let signer: Certified;
let anchors: TrustAnchor[];

beforeAll(async () => {
  const authority = await makeAuthority();
  signer = await makeSigner(authority);
  anchors = [anchorOf(authority)];
});

test.each([
  ['a higher age that is reached', 18, { age_over_21: true }, { ok: true }],
  ['a lower age that is not reached', 18, { age_over_16: false }, 'age_below_threshold'],
  ['a higher age that is not reached', 18, { age_over_21: false }, 'age_undecided'],
  ['a lower age that is reached', 18, { age_over_16: true }, 'age_undecided'],
  ['the age itself', 21, { age_over_21: true }, { ok: true }],
  ['the age itself, not reached', 21, { age_over_21: false }, 'age_below_threshold'],
])('%s is judged correctly for the gate %d', async (_, gate, claims, outcome) => {
  const made = await offered({ credential: 'mdl', gate });
  const issued = await issue(signer, { credential: 'mdl', claims });
  const elements = Object.keys(claims);
  const verdict = await judged(
    made,
    await answer(made, 'org-iso-mdoc', issued, { elements }),
    anchors,
  );
  if (!verdict.ok) throw new Error(verdict.code);
  expect(verdict.facts.element).toBe(elements[0]);
  const concluded = concludeWallet(verdict.facts, { gate, isRevoked: false, wasShown: false });
  expect(concluded).toEqual(typeof outcome === 'string' ? { ok: false, code: outcome } : outcome);
});

test('two elements are more than was requested', async () => {
  const claims = { age_over_18: true, age_over_21: true };
  const made = await offered({ credential: 'mdl' });
  const issued = await issue(signer, { credential: 'mdl', claims });
  const given = await answer(made, 'org-iso-mdoc', issued, { elements: Object.keys(claims) });
  expect(await judged(made, given, anchors)).toMatchObject({ code: 'over_disclosed' });
});

test('authorities with P-384, SHA-512 and an intermediate authority are accepted', async () => {
  const top = await makeAuthority({ curve: 'P-384', name: 'CN=Top,C=UT', pathLength: 1 });
  const middle = await makeAuthority({ by: top, curve: 'P-384', pathLength: 0 });
  const made = await offered({ credential: 'mdl' });
  for (const authorities of [[middle], [middle, top]]) {
    const issued = await issue(await makeSigner(middle), {
      credential: 'mdl',
      digestAlgorithm: 'SHA-512',
      authorities,
    });
    const given = await answer(made, 'org-iso-mdoc', issued);
    expect(await judged(made, given, [anchorOf(top)])).toMatchObject({ ok: true });
  }
});
