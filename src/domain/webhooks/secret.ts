// Secrets that sign webhooks: `whsec_` and the base64 of 32 random bytes, sealed at rest (D-25).
import type { Config } from '../../config.ts';
import { encodeBase64, encodeUtf8 } from '../../crypto/encoding.ts';
import { importSealingKey, seal, unseal } from '../../crypto/sealed-box.ts';
import { WEBHOOK_SECRET } from '../../crypto/token-prefixes.ts';

export function makeSecret(): string {
  return WEBHOOK_SECRET + encodeBase64(crypto.getRandomValues(new Uint8Array(32)));
}

/** @param endpointId the secret opens only for the endpoint it was sealed for */
export async function sealSecret(
  config: Config,
  endpointId: string,
  secret: string,
): Promise<string> {
  const key = await importSealingKey(config.keyEncryptionKey);
  return seal(key, `webhook:${endpointId}`, encodeUtf8(secret));
}

/** @throws OperationError when KEY_ENCRYPTION_KEY is not the one it was sealed with */
export async function openSecret(
  config: Config,
  endpointId: string,
  sealed: string,
): Promise<string> {
  const key = await importSealingKey(config.keyEncryptionKey);
  return new TextDecoder().decode(await unseal(key, `webhook:${endpointId}`, sealed));
}
