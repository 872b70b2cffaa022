// The cookie for FedCM requests, which the browser itself sends on behalf of another site's page
// (D-158). Cross-site requests do not include the account cookie, which is SameSite=Lax, so there
// is a second cookie. It contains the session's id, authenticated by a keyed hash, and gives access
// only to FedCM.
import type { Config } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { deriveKeys } from '../../../crypto/derived-key.ts';
import { equalInConstantTime } from '../../../crypto/hash.ts';
import { hmacHex } from '../../../crypto/hmac.ts';
import { isUsable } from '../../accounts/account.ts';
import type { FindSession, FoundSession } from './session-row.ts';

const SHAPE = /^([\w-]{43})\.([0-9a-f]{64})$/;

/** @param sessionId the id of a new session */
export const formatFedcmCookie = async (
  { config }: { config: Pick<Config, 'keyEncryptionKey'> },
  sessionId: string,
): Promise<string> => `${sessionId}.${await hmacHex((await keysOf(config)).current, sessionId)}`;

/**
 * Finds the session of a FedCM request.
 * @param find performs the only read
 * @returns undefined for ended and unknown sessions, and while the account is not usable
 */
export async function readFedcmSession<Found extends FoundSession>(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  cookie: string | undefined,
  find: FindSession<Found>,
): Promise<Omit<Found, 'secretHash'> | undefined> {
  const [, sessionId, mac] = SHAPE.exec(cookie ?? '') ?? [];
  if (sessionId === undefined || mac === undefined) return undefined;
  const { current, previous } = await keysOf(ctx.config);
  const keys = previous === undefined ? [current] : [current, previous];
  const macs = await Promise.all(keys.map((key) => hmacHex(key, sessionId)));
  if (!macs.some((one) => equalInConstantTime(one, mac))) return undefined;
  const found = await find(ctx.db, sessionId, ctx.now());
  if (found === undefined || !isUsable(found.account.status)) return undefined;
  const { secretHash: _unused, ...held } = found;
  return held;
}

const keysOf = ({ keyEncryptionKey }: Pick<Config, 'keyEncryptionKey'>) =>
  deriveKeys(keyEncryptionKey, 'fedcm');
