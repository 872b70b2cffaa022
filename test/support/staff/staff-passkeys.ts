// Registers and uses staff passkeys through the routes of a staff API.
import type { callWithToken } from '../customer/api.ts';
import { makeAuthenticator, type Authenticator } from '../account/authenticator.ts';

type Ask = ReturnType<typeof callWithToken>;

/**
 * @param ask calls the staff API's routes
 * @param token the access token of the person who adds the passkey
 * @returns the authenticator with the new passkey, and the response
 */
export async function addStaffPasskey(ask: Ask, token: string, key?: Authenticator, name?: string) {
  const soft = key ?? (await makeAuthenticator());
  const begun = await ask('POST', '/auth/passkey/register/begin', token);
  const { session_id: session, options } = begun.body.data;
  const body = { ...(await soft.register(options)), ...(name && { name }) };
  const reply = await ask('POST', '/auth/passkey/register/finish', token, body, {
    'X-Session-ID': session,
  });
  return { soft, reply };
}

/** @returns the response to the sign-in request */
export async function signInWithPasskey(ask: Ask, soft: Authenticator) {
  const begun = await ask('POST', '/auth/passkey/authenticate/begin');
  const { session_id: session, options } = begun.body.data;
  const body = await soft.sign(options);
  return ask('POST', `/auth/passkey/authenticate/finish?session_id=${session}`, undefined, body);
}
