// Whose an email address is: operators get theirs from operators, customers' staff have to prove it, and one of many does (D-79).
// Word for word as in the indexes, or SQLite would not use them.
import { sql } from 'drizzle-orm';

/** Of a row of `staff`: the address is its member's. */
export const OWNS_ADDRESS = sql`(audience = 'admin' OR email_verified_at_ms IS NOT NULL)`;

/** Of a row of `staff`: anybody may have typed the address in. */
export const UNPROVEN = sql`audience = 'dashboard' AND email_verified_at_ms IS NULL`;

/** No member of any customer's staff has proved the address. */
export const isAddressFree = (emailNormalized: string) => sql`NOT EXISTS (
  SELECT 1 FROM staff AS owner WHERE owner.audience = 'dashboard'
    AND owner.email_normalized = ${emailNormalized} AND owner.email_verified_at_ms IS NOT NULL)`;

/** Of a row of `staff`: made by its customer's directory, and nobody has come by its invitation yet (D-160). */
export const IS_INVITED = sql`(audience = 'dashboard' AND email_verified_at_ms IS NULL AND password_hash IS NULL)`;
