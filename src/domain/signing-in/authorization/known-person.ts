// The person who is signed in, with everything that determines whether a site's request may be
// fulfilled.
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/client.ts';
import { readSignInBy } from '../sessions/sign-in.ts';
import type { SignIn } from '../sessions/session.ts';
import { ageForSite } from '../../accounts/verified-ages/age-for-site.ts';
import type { VerifiedAge } from '../../accounts/verified-ages/kept-age.ts';
import { findPersonFor, type FoundPerson } from './known-person-store.ts';

export interface KnownPerson extends SignIn {
  /** The site that the agreements apply to. */
  clientId: string;
  /** Earlier agreements (domain/terms/agreement.ts), keyed by the host of the redirect URI. */
  agreed: Readonly<Record<string, readonly string[]>>;
  /** The age that counts at this site now. */
  age?: VerifiedAge;
  /** Whether the account's age has to be verified again before it counts at this site. */
  isAgeDue?: true;
}

/**
 * Reads the signed-in person, like readSignIn: with one D1 read, or none without a cookie.
 * @param db may be a replica: a code is issued only after a write at the primary, which checks the
 *   account and the session again (openid/grants/new-grant-store.ts)
 */
export async function readKnownPerson(
  ctx: Context,
  cookieValue: string | undefined,
  clientId: string,
  db: Database = ctx.db,
): Promise<KnownPerson | undefined> {
  const find = findPersonFor(clientId);
  const found = await readSignInBy(ctx, cookieValue, (_, id, nowMs) => find(db, id, nowMs));
  return found && toKnownPerson(ctx, found, clientId);
}

/** @param found the result of findPersonFor(clientId) */
export function toKnownPerson(
  ctx: Pick<Context, 'config' | 'now'>,
  { keptAge, agePolicy, ...person }: SignIn & Pick<FoundPerson, 'agreed' | 'keptAge' | 'agePolicy'>,
  clientId: string,
): KnownPerson {
  const deviceSinceMs = person.session.createdAtMs;
  return { ...person, clientId, ...ageForSite(ctx, { age: keptAge, agePolicy, deviceSinceMs }) };
}
