// Signing secrets of webhooks: `whsec_` and 32 random bytes in base64, encrypted at rest (D-25).
import type { Config } from '../../../config/config.ts';
import { encodeBase64, encodeUtf8 } from '../../../crypto/encoding.ts';
import { seal, unseal } from '../../../crypto/sealed-box.ts';
import { WEBHOOK_SECRET } from '../../../crypto/token-prefixes.ts';

export function makeSecret(): string {
  return WEBHOOK_SECRET + encodeBase64(crypto.getRandomValues(new Uint8Array(32)));
}

/** Returns the name that an endpoint's secrets are bound to when they are encrypted. */
export const webhookSecretName = (endpointId: string): string => `webhook:${endpointId}`;

/**
 * @param endpointId bound to the ciphertext, so that the secret can only be decrypted for the same
 *   endpoint
 */
export async function sealSecret(
  config: Config,
  endpointId: string,
  secret: string,
): Promise<string> {
  return seal(config.keyEncryptionKey, webhookSecretName(endpointId), encodeUtf8(secret));
}

/**
 * @throws OperationError when the secret was encrypted with a different KEY_ENCRYPTION_KEY or for a
 *   different endpoint
 */
export async function openSecret(
  config: Config,
  endpointId: string,
  sealed: string,
): Promise<string> {
  const opened = await unseal(config.keyEncryptionKey, webhookSecretName(endpointId), sealed);
  return new TextDecoder().decode(opened);
}
