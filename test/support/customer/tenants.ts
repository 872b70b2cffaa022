import { env } from 'cloudflare:workers';
import { sha256Hex } from '../../../src/crypto/hash.ts';
import { randomToken } from '../../../src/crypto/random.ts';
import { DAY_MS } from '../../../src/time/durations.ts';

export interface TestTenant {
  id: string;
  secret: string;
  testSecret: string;
  publishable: string;
  testPublishable: string;
}

export interface TenantOptions {
  name?: string;
  residency?: 'none' | 'eu';
  color?: string;
  ageMarginYears?: number;
  retentionDays?: number;
  embedOrigins?: string[];
  /** Whether the tenant accepts ages that are stored in people's accounts. */
  agateId?: boolean;
  acceptMethods?: readonly string[];
  maxProofAgeDays?: number;
  minAssurance?: string;
  livenessLevel?: string;
  /** How many days ago the tenant was created; 0 by default. */
  createdDaysAgo?: number;
}

/** Creates a tenant with one key of each kind and mode. */
export async function makeTenant(options: TenantOptions = {}): Promise<TestTenant> {
  const id = `ten_${randomToken(9)}`;
  await env.DB.prepare(
    'INSERT INTO tenants (id, name, residency, color, age_margin_years, retention_days, embed_origins, agate_id, accept_methods, max_proof_age_days, min_assurance, liveness_level, created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
    .bind(
      id,
      options.name ?? 'Cellar Door',
      options.residency ?? 'none',
      options.color ?? null,
      options.ageMarginYears ?? null,
      options.retentionDays ?? 30,
      JSON.stringify(options.embedOrigins ?? []),
      options.agateId === true ? 1 : 0,
      options.acceptMethods === undefined ? null : JSON.stringify(options.acceptMethods),
      options.maxProofAgeDays ?? null,
      options.minAssurance ?? null,
      options.livenessLevel ?? null,
      Date.now() - (options.createdDaysAgo ?? 0) * DAY_MS,
    )
    .run();
  return {
    id,
    secret: await makeKey(id, 'secret', 'live'),
    testSecret: await makeKey(id, 'secret', 'test'),
    publishable: await makeKey(id, 'publishable', 'live'),
    testPublishable: await makeKey(id, 'publishable', 'test'),
  };
}

export async function makeKey(
  tenantId: string,
  kind: 'secret' | 'publishable',
  mode: 'live' | 'test',
  { revokedAtMs, expiresAtMs }: { revokedAtMs?: number; expiresAtMs?: number } = {},
): Promise<string> {
  const key = `${kind === 'secret' ? 'sk' : 'pk'}_${mode}_${randomToken(32)}`;
  await env.DB.prepare(
    'INSERT INTO api_keys (id, tenant_id, kind, mode, hash, last_four, created_at_ms, revoked_at_ms, expires_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
    .bind(
      `key_${randomToken(9)}`,
      tenantId,
      kind,
      mode,
      await sha256Hex(key),
      key.slice(-4),
      Date.now(),
      revokedAtMs ?? null,
      expiresAtMs ?? null,
    )
    .run();
  return key;
}
