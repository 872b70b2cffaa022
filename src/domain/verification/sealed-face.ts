// Seals the face of a face check while the session's object stores it (D-97), with a key that is
// derived for that session. The object receives the key for one call and does not store it.
import type { Config } from '../../config/config.ts';
import { deriveKeys } from '../../crypto/derived-key.ts';
import type { KeyVersions } from '../../crypto/key-versions.ts';
import { seal, unseal } from '../../crypto/sealed-box.ts';

const nameOf = (sessionId: string): string => `face-check:${sessionId}`;

/** @param sessionId 64 hex digits */
export const faceKeys = ({ keyEncryptionKey }: Config, sessionId: string): Promise<KeyVersions> =>
  deriveKeys(keyEncryptionKey, nameOf(sessionId));

/** @param key the current key returned by faceKeys */
export const sealFace = (
  key: KeyVersions['current'],
  sessionId: string,
  descriptor: readonly number[],
): Promise<string> => seal({ current: key }, nameOf(sessionId), Float32Array.from(descriptor));

/**
 * @returns a unit vector
 * @throws OperationError when the face was sealed with a different KEY_ENCRYPTION_KEY or for a
 *   different session
 */
export async function openFace(
  config: Config,
  sessionId: string,
  sealed: string,
): Promise<number[]> {
  const opened = await unseal(await faceKeys(config, sessionId), nameOf(sessionId), sealed);
  return [...new Float32Array(opened)];
}
