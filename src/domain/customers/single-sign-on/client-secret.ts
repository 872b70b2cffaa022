// The secret with which the service authenticates at a customer's identity provider, encrypted at
// rest.
import type { Config } from '../../../config/config.ts';
import { encodeUtf8 } from '../../../crypto/encoding.ts';
import { seal, unseal } from '../../../crypto/sealed-box.ts';

type Keys = Pick<Config, 'keyEncryptionKey'>;

/** The name under which the secret of a customer is sealed. */
export const ssoSecretName = (tenantId: string): string => `sso-secret:${tenantId}`;

export const sealClientSecret = (
  { keyEncryptionKey }: Keys,
  tenantId: string,
  secret: string,
): Promise<string> => seal(keyEncryptionKey, ssoSecretName(tenantId), encodeUtf8(secret));

/**
 * @throws OperationError when it was encrypted with another KEY_ENCRYPTION_KEY or for another
 *   customer
 */
export async function openClientSecret(
  { keyEncryptionKey }: Keys,
  tenantId: string,
  sealed: string,
): Promise<string> {
  const opened = await unseal(keyEncryptionKey, ssoSecretName(tenantId), sealed);
  return new TextDecoder().decode(opened);
}
