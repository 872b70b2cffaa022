// Credentials as the database stores them: the SHA-256 of a key, and the scrypt hash of a password.
import { createHash, randomBytes, scryptSync } from 'node:crypto';

/** The four keys of a customer, shown once and never stored in plain text. */
export interface TenantKeys {
  secret_key: string;
  test_secret_key: string;
  publishable_key: string;
  test_publishable_key: string;
}

interface ApiKeyRow {
  id: string;
  tenant_id: string;
  kind: 'secret' | 'publishable';
  mode: 'live' | 'test';
  hash: string;
  last_four: string;
  created_at_ms: number;
}

export function newTenantKeys(): TenantKeys {
  return {
    secret_key: newKey('sk_live_'),
    test_secret_key: newKey('sk_test_'),
    publishable_key: newKey('pk_live_'),
    test_publishable_key: newKey('pk_test_'),
  };
}

/** @returns the prefix and 128 random bits: enough to be unique, but not meant to be secret */
export function newId(prefix: 'ten_' | 'key_'): string {
  return prefix + randomBytes(16).toString('base64url');
}

export function apiKeyRows(tenantId: string, keys: TenantKeys, nowMs: number): ApiKeyRow[] {
  return Object.values(keys).map((key: string) => ({
    id: newId('key_'),
    tenant_id: tenantId,
    kind: key.startsWith('sk_') ? 'secret' : 'publishable',
    mode: key.slice(3).startsWith('test_') ? 'test' : 'live',
    hash: hashKey(key),
    last_four: key.slice(-4),
    created_at_ms: nowMs,
  }));
}

/** @returns the SHA-256 of the whole key, lower-case hex */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/**
 * Hashes a password in the format of src/crypto/password.ts, which cannot be used here because it
 * needs the Worker's Web Crypto.
 */
export function hashPassword(password: string): string {
  const [N, r, p] = [2 ** 14, 8, 5];
  const salt = randomBytes(16);
  const options = { N, r, p, maxmem: 256 * N * r };
  const key = scryptSync(password.normalize('NFC'), salt, 32, options);
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

function newKey(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}
