// The secret that authenticates the service to a staff identity provider, encrypted at rest.
import type { Config } from '../../../config/config.ts';
import { encodeUtf8 } from '../../../crypto/encoding.ts';
import { seal, unseal } from '../../../crypto/sealed-box.ts';
import type { StaffScope } from '../staff/member.ts';

type Keys = Pick<Config, 'keyEncryptionKey'>;

/** Returns the name that a customer's secret is sealed under. */
export const ssoSecretName = (tenantId: string): string => `sso-secret:${tenantId}`;

/**
 * Returns the name that the operators' secret is sealed under; no customer has the id `operators`.
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
