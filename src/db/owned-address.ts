// Ownership of email addresses: operators get their addresses from other operators, customers'
// staff must confirm theirs, and only one member can own an address (D-79). The conditions must be
// written exactly as in the indexes, or SQLite would not use them.
import { sql } from 'drizzle-orm';

/** A condition on a row of `staff`: the address belongs to its member. */
export const OWNS_ADDRESS = sql`(audience = 'admin' OR email_verified_at_ms IS NOT NULL)`;

/** A condition on a row of `staff`: the address is unconfirmed, so anybody may have entered it. */
export const UNPROVEN = sql`audience = 'dashboard' AND email_verified_at_ms IS NULL`;

/** Whether the address is free: no member of any customer's staff has confirmed it. */
export const isAddressFree = (emailNormalized: string) => sql`NOT EXISTS (
  SELECT 1 FROM staff AS owner WHERE owner.audience = 'dashboard'
    AND owner.email_normalized = ${emailNormalized} AND owner.email_verified_at_ms IS NOT NULL)`;

/**
 * A condition on a row of `staff`: the member was created by the customer's directory and has not
 * accepted the invitation yet (D-160).
 */
export const IS_INVITED = sql`(audience = 'dashboard' AND email_verified_at_ms IS NULL AND password_hash IS NULL)`;
