// A row of verified_ages as the domain knows it, for every store that joins the table.
import type { verifiedAges } from '../../db/schema/index.ts';
import { AGE_BRACKETS } from '../terms/age-bracket.ts';
import type { VerifiedAge } from './verified-age.ts';

export function toVerifiedAge(row: typeof verifiedAges.$inferSelect): VerifiedAge {
  const bracket = AGE_BRACKETS.find((known) => known === row.bracket);
  return {
    ...(bracket !== undefined && { bracket }),
    level: row.level,
    verifiedAtMs: row.verified_at_ms,
    expiresAtMs: row.expires_at_ms,
  };
}
