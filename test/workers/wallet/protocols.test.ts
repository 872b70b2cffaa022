// Every protocol with every credential, by a wallet and an issuer that others wrote.
import { beforeAll, describe, expect, test } from 'vitest';
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
  test.each(['eu_av', 'mdl'] as const)('proves an age by %s', async (credential) => {
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
        validUntilMs: expect.any(Number),
        deviceKeyHash: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
  });
});
