// An API key as its owner sees it, as data. Pure.

/** The key itself is told once and stored nowhere. */
export interface ApiKey {
  /** `key_…` */
  id: string;
  tenantId: string;
  name: string;
  kind: 'secret' | 'publishable';
  mode: 'live' | 'test';
  lastFour: string;
  createdAtMs: number;
  /** To the hour. */
  lastUsedAtMs?: number;
  /** Its end, once another key has taken its place. */
  expiresAtMs?: number;
  revokedAtMs?: number;
}

/** @returns `sk_live_` and its like */
export const prefixOf = ({ kind, mode }: Pick<ApiKey, 'kind' | 'mode'>): string =>
  `${kind === 'secret' ? 'sk' : 'pk'}_${mode}_`;

export function keyStatusAt(key: ApiKey, nowMs: number): 'active' | 'expired' | 'revoked' {
  if (key.revokedAtMs !== undefined) return 'revoked';
  return key.expiresAtMs !== undefined && key.expiresAtMs <= nowMs ? 'expired' : 'active';
}
