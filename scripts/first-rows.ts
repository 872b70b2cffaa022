// Builds the rows of a new customer as SQL statements, for `npm run deploy` and the command that
// creates customers.
import type { Residency } from '../src/domain/terms/residency.ts';
import { apiKeyRows, type TenantKeys } from './credentials.ts';
import { insert } from './database.ts';

interface NewTenant {
  id: string;
  name: string;
  residency?: Residency | undefined;
  color?: string | null;
  logo?: string | null;
  alternativeUrl?: string | null;
}

/** Returns the statements, which contain the keys only as hashes. */
export const tenantStatements = (
  { id, name, residency = 'none', color = null, logo = null, alternativeUrl = null }: NewTenant,
  keys: TenantKeys,
  nowMs: number,
): string[] => [
  insert('tenants', {
    id,
    name,
    residency,
    color,
    logo,
    alternative_url: alternativeUrl,
    created_at_ms: nowMs,
  }),
  ...apiKeyRows(id, keys, nowMs).map((row) => insert('api_keys', { ...row })),
];
