// The rows of a new operator and a new customer, as SQL, for the commands that create them and for
// `npm run deploy`.
import { apiKeyRows, type TenantKeys } from './credentials.ts';
import { insert } from './database.ts';

interface NewOperator {
  email: string;
  name: string;
  role: string;
}

/**
 * @param operator the operator, whose address and name were checked; a link lets them choose a
 *   password (operator-link.ts)
 */
export const operatorStatement = ({ email, name, role }: NewOperator, nowMs: number): string =>
  insert('staff', {
    audience: 'admin',
    email,
    email_normalized: email.normalize('NFKC').toLowerCase(),
    name,
    role,
    created_at_ms: nowMs,
  });

interface NewTenant {
  id: string;
  name: string;
  color?: string | null;
  logo?: string | null;
  alternativeUrl?: string | null;
}

/** The SQL contains only hashes of the keys. */
export const tenantStatements = (
  { id, name, color = null, logo = null, alternativeUrl = null }: NewTenant,
  keys: TenantKeys,
  nowMs: number,
): string[] => [
  insert('tenants', {
    id,
    name,
    color,
    logo,
    alternative_url: alternativeUrl,
    created_at_ms: nowMs,
  }),
  ...apiKeyRows(id, keys, nowMs).map((row) => insert('api_keys', { ...row })),
];
