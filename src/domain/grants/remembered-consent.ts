// Which requests need no new question, because the person has agreed to the same before (S-25).
import type { Context } from '../../context.ts';
import { isLoopback } from '../clients/registered-uri.ts';
import type { AuthorizationRequest } from './request.ts';
import { findAgreedScope } from './store.ts';

type Asked = Pick<AuthorizationRequest, 'clientId' | 'redirectUri' | 'scope'>;

/**
 * Whether the person agreed to all of this for this site, at the same host. One D1 read. What leads to a loopback
 * address is asked every time: any program on the machine could listen there (RFC 8252 8.6, Doorkeeper
 * CVE-2023-34246). A service that runs on a developer's own machine trusts that machine.
 */
export async function isConsentRemembered(
  { config, db }: Pick<Context, 'config' | 'db'>,
  accountId: number,
  { clientId, redirectUri, scope }: Asked,
): Promise<boolean> {
  if (isLoopback(redirectUri) && !isLoopback(config.baseUrl)) return false;
  const agreed = await findAgreedScope(db, { accountId, clientId }, hostOf(redirectUri));
  return agreed !== undefined && scope.every((one) => agreed.includes(one));
}

/** What consent is remembered for beside the client. @param redirectUri one that is registered */
export const hostOf = (redirectUri: string): string => new URL(redirectUri).host;
