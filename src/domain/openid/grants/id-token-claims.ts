// What ID tokens say of the person beside who it is, for clients that are set so (D-133).
import type { Context } from '../../../context.ts';
import { isUsable } from '../../accounts/account.ts';
import type { OAuthClient } from '../clients/oauth-client.ts';
import { claimsOf, type Claims } from './claims.ts';
import { sharedAge } from './shared-age.ts';
import { findPersonOfGrant } from './store.ts';

/** The claims of the scopes that were granted. */
export type SharedClaims = (scope: readonly string[]) => Partial<Claims>;

/**
 * Read before a code or a token is used up, as it may fail. One D1 read, and none for other clients.
 * @returns undefined when the grant was revoked, or the account is not active
 */
export async function readSharedClaims(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  { idTokenClaims }: OAuthClient,
  grantId: string,
): Promise<SharedClaims | undefined> {
  if (idTokenClaims !== true) return () => ({});
  const person = await findPersonOfGrant(ctx.db, grantId, ctx.now());
  if (person === undefined || !isUsable(person.status)) return undefined;
  const age = sharedAge(ctx, person);
  return (scope) => claimsOf(person, scope, age);
}
