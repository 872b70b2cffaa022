// Maps API keys to wire fields.
import { keyStatusAt, prefixOf, type ApiKey } from '../../domain/customers/tenants/api-key.ts';
import { toTimestamp } from '../../time/timestamp.ts';

export function presentApiKey(key: ApiKey) {
  const { lastUsedAtMs, expiresAtMs, revokedAtMs } = key;
  return {
    id: key.id,
    name: key.name,
    kind: key.kind,
    mode: key.mode,
    prefix: prefixOf(key),
    last_four: key.lastFour,
    status: keyStatusAt(key, Date.now()),
    created_at: toTimestamp(key.createdAtMs),
    ...(lastUsedAtMs !== undefined && { last_used_at: toTimestamp(lastUsedAtMs) }),
    ...(expiresAtMs !== undefined && { expires_at: toTimestamp(expiresAtMs) }),
    ...(revokedAtMs !== undefined && { revoked_at: toTimestamp(revokedAtMs) }),
  };
}

/** Maps a new key, including the key itself, which is shown only once, after its creation. */
export const presentNewApiKey = (key: ApiKey, text: string) => ({
  ...presentApiKey(key),
  key: text,
});
