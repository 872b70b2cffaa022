// The secret with which the service authenticates to a staff identity provider, encrypted at rest.
import type { Config } from '../../../config/config.ts';
import { encodeUtf8 } from '../../../crypto/encoding.ts';
import { seal, unseal } from '../../../crypto/sealed-box.ts';
import type { StaffScope } from '../staff/member.ts';

type Keys = Pick<Config, 'keyEncryptionKey'>;

/** Returns the name under which the secret of a customer is sealed. */
export const ssoSecretName = (tenantId: string): string => `sso-secret:${tenantId}`;

/**
 * Returns the name under which the operators' secret is sealed; no customer has the id `operators`.
 */
export const operatorSecretName = (): string => ssoSecretName('operators');

const nameOf = ({ tenantId }: StaffScope): string =>
  tenantId === undefined ? operatorSecretName() : ssoSecretName(tenantId);

export const sealClientSecret = (
  { keyEncryptionKey }: Keys,
  scope: StaffScope,
  secret: string,
): Promise<string> => seal(keyEncryptionKey, nameOf(scope), encodeUtf8(secret));

/**
 * @throws OperationError when the secret was encrypted with a different KEY_ENCRYPTION_KEY or for a
 *   different staff group
 */
export async function openClientSecret(
  { keyEncryptionKey }: Keys,
  scope: StaffScope,
  sealed: string,
): Promise<string> {
  const opened = await unseal(keyEncryptionKey, nameOf(scope), sealed);
  return new TextDecoder().decode(opened);
}
