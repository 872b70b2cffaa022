import { describe, expect, it } from 'vitest';
import {
  beginAuthentication,
  redeemCeremony,
  type CeremonyAudience,
} from '../../../../src/domain/platform/credentials/passkey-ceremony.ts';
import { makeContext } from '../../../support/installation/context.ts';

const AUDIENCES: CeremonyAudience[] = ['account', 'admin', 'dashboard'];

describe('a passkey ceremony', () => {
  it.each(AUDIENCES)('for %s is valid for that audience only, and once', async (audience) => {
    const ctx = makeContext();
    for (const other of AUDIENCES.filter((one) => one !== audience)) {
      const { ceremony } = await beginAuthentication(ctx, audience);
      expect(await redeemCeremony(ctx, other, 'sign_in', ceremony)).toBeUndefined();
    }
    const { ceremony, options } = await beginAuthentication(ctx, audience);
    expect(await redeemCeremony(ctx, audience, 'sign_in', ceremony)).toMatchObject({
      audience,
      challenge: options.challenge,
    });
    expect(await redeemCeremony(ctx, audience, 'sign_in', ceremony)).toBeUndefined();
  });
});
