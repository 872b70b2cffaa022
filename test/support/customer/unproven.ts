// A customer that has signed up but not yet confirmed its email address, and its confirmation
// through the emailed link.
import { ask } from '../staff/dashboard.ts';
import { linksTo } from '../account/mails.ts';

interface SignedUp {
  tenantId: string;
  /** The owner's access token. */
  token: string;
  memberId: number;
  email: string;
  password: string;
}

/** The password of sign-ups in tests. */
export const CHOSEN = 'walnut-harbour-mist-92';

/**
 * Signs up over HTTP. Each email address receives at most five emails an hour, so an address can
 * sign up five times an hour.
 * @param ip the registrant's IP address
 */
export async function signUp(
  email: string,
  { password = CHOSEN, ip = '192.0.2.1' } = {},
): Promise<SignedUp> {
  const wish = { company: 'Cellar & Sons', name: 'Vera Vintner', email, password };
  const from = { 'CF-Connecting-IP': ip };
  const { body } = await ask('POST', '/auth/register', undefined, wish, from);
  const { access_token: token, user } = body.data;
  const memberId = Number(String(user.id).slice('mem_'.length));
  return { tenantId: user.tenant_id, token, memberId, email, password };
}

/**
 * Confirms the customer's email address.
 * @param mails how many links have been emailed to the address so far
 */
export async function prove(signedUp: SignedUp, mails = 1) {
  const token = (await linksTo(signedUp.email, mails)).at(-1) ?? '';
  const proof = { token, password: signedUp.password };
  return ask('POST', '/auth/verify-email', undefined, proof);
}
