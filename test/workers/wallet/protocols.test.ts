// Every protocol with every mdoc credential. The wallet and the issuer are built with third-party
// libraries.
import { beforeAll, describe, expect, test } from 'vitest';
import { concludeWallet } from '../../../src/wallet/conclude.ts';
import { issue } from '../../support/wallet/issuer.ts';
import { anchorOf, type Certified, makeAuthority, makeSigner } from '../../support/wallet/pki.ts';
import { answer } from '../../support/wallet/wallet.ts';
import { judged, offered, PROTOCOLS } from './offers.ts';

let authority: Certified;
let signer: Certified;

beforeAll(async () => {
  authority = await makeAuthority();
  signer = await makeSigner(authority);
});

describe.each(PROTOCOLS)('%s', (protocol) => {
  test.each(['eu_av', 'mdl'] as const)('proves an age with %s', async (credential) => {
    const made = await offered({ credential });
    const verdict = await judged(
      made,
      await answer(made, protocol, await issue(signer, { credential })),
      [anchorOf(authority)],
    );
    expect(verdict).toEqual({
      ok: true,
      facts: {
        credential,
        element: 'age_over_18',
        value: true,
        anchorId: 'anchor',
        issuer: 'Quarry Signer',
        issuerCountry: 'UT',
        validUntilMs: expect.any(Number),
        deviceKeyHash: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
  });

  test.each(['eu_av', 'mdl'] as const)(
    'reports an age below the gate, with %s',
    async (credential) => {
      const made = await offered({ credential });
      const issued = await issue(signer, { credential, claims: { age_over_18: false } });
      const verdict = await judged(made, await answer(made, protocol, issued), [
        anchorOf(authority),
      ]);
      if (!verdict.ok) throw new Error(verdict.code);
      const { facts } = verdict;
      expect(facts.value).toBe(false);
      const known = { gate: 18, isRevoked: false, wasShown: false };
      expect(concludeWallet(facts, known)).toMatchObject({ code: 'age_below_threshold' });
      for (const [wrong, code] of [
        [{ isRevoked: true }, 'revoked'],
        [{ wasShown: true }, credential === 'eu_av' ? 'replayed' : 'age_below_threshold'],
      ] as const)
        expect(concludeWallet(facts, { ...known, ...wrong })).toMatchObject({ code });
    },
  );

  test('refuses an answer of a megabyte', async () => {
    const made = await offered();
    const given = await answer(made, protocol, await issue(signer));
    const more = 'A'.repeat(1_000_000);
    const long =
      'form' in given
        ? { form: `${given.form}&more=${more}` }
        : { ...given, data: { ...(given.data as object), more } };
    expect(await judged(made, long, [anchorOf(authority)])).toMatchObject({
      code: 'malformed',
      details: { reason: expect.stringContaining('64 KiB') },
    });
  });
});
