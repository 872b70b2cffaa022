import type { Context } from '../../../src/context.ts';
import {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
} from '../../../src/domain/signing-in/authentication/register-passkey.ts';
import { VISITOR } from './accounts.ts';
import { type Authenticator, makeAuthenticator } from './authenticator.ts';

/**
 * @param signIn a sign-in to the account that the passkey is added to
 * @returns the authenticator that holds the new passkey
 */
export async function addPasskey(
  ctx: Context,
  signIn: Parameters<typeof beginPasskeyRegistration>[1],
): Promise<Authenticator> {
  const authenticator = await makeAuthenticator();
  const { ceremony, options } = (await beginPasskeyRegistration(ctx, signIn))!;
  const response = await authenticator.register(options);
  await finishPasskeyRegistration(ctx, signIn, { ceremony, response, visitor: VISITOR });
  return authenticator;
}
