// Plain data: an API key as its owner sees it.

export const KEY_STATUSES = ['active', 'expired', 'revoked'] as const;

export type KeyStatus = (typeof KEY_STATUSES)[number];

/** A key without its text, which is shown once and not stored. */
export interface ApiKey {
  /** The key's id, `key_…`. */
  id: string;
  tenantId: string;
  name: string;
  kind: 'secret' | 'publishable';
  mode: 'live' | 'test';
  lastFour: string;
  createdAtMs: number;
  /** The time of the last use, recorded at most once an hour. */
  lastUsedAtMs?: number;
  /** When the key expires; set once the key has been rotated. */
  expiresAtMs?: number;
  revokedAtMs?: number;
}

/** @returns a prefix such as `sk_live_` */
export const prefixOf = ({ kind, mode }: Pick<ApiKey, 'kind' | 'mode'>): string =>
  `${kind === 'secret' ? 'sk' : 'pk'}_${mode}_`;

export function keyStatusAt(key: ApiKey, nowMs: number): KeyStatus {
  if (key.revokedAtMs !== undefined) return 'revoked';
  return key.expiresAtMs !== undefined && key.expiresAtMs <= nowMs ? 'expired' : 'active';
}
