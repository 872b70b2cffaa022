// Reads the claims about the person for the ID tokens of clients with the setting `idTokenClaims`
// (D-133).
import type { Context } from '../../../context.ts';
import { isUsable } from '../../accounts/account.ts';
import { ageForSite } from '../../accounts/verified-ages/age-for-site.ts';
import type { OAuthClient } from '../clients/oauth-client.ts';
import { claimsOf, type Claims } from './claims.ts';
import { findPersonOfGrant } from './store.ts';

/** @returns the claims that the granted scopes allow */
export type SharedClaims = (scope: readonly string[]) => Partial<Claims>;

/**
 * Reads the claims with one D1 read, or without any for clients without the setting. Since this may
 * fail, it should happen before a code or token is consumed.
 * @returns undefined when the grant has been revoked, or the account is not active
 */
export async function readSharedClaims(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  { idTokenClaims }: OAuthClient,
  grantId: string,
): Promise<SharedClaims | undefined> {
  if (idTokenClaims !== true) return () => ({});
  const person = await findPersonOfGrant(ctx.db, grantId, ctx.now());
  if (person === undefined || !isUsable(person.status)) return undefined;
  const { age } = ageForSite(ctx, person);
  return (scope) => claimsOf(person, scope, age);
}
