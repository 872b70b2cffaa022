// A customer that signed up, with the mailed link and a key; nobody has proved its address.
import { ask } from '../staff/dashboard.ts';
import { linksTo } from '../account/mails.ts';

interface SignedUp {
  tenantId: string;
  /** Of the owner: an access token. */
  token: string;
  memberId: number;
  email: string;
  password: string;
}

/** What sign-ups of the tests choose. */
export const CHOSEN = 'walnut-harbour-mist-92';

/** Over HTTP, with five sign-ups an hour per address. @param ip of the registrant */
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

/** @param mails how many links the address has got */
export async function prove(signedUp: SignedUp, mails = 1) {
  const token = (await linksTo(signedUp.email, mails)).at(-1) ?? '';
  const proof = { token, password: signedUp.password };
  return ask('POST', '/auth/verify-email', undefined, proof);
}
