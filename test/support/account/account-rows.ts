// Inserts many account rows with chosen creation times, for tests of lists.
import { env } from 'cloudflare:workers';
import { randomToken } from '../../../src/crypto/random.ts';

interface AccountRowOptions {
  email?: string | null;
  name?: string;
  status?: 'active' | 'suspended' | 'locked' | 'pending_deletion';
  verified?: boolean;
  /** The creation time: `YYYY-MM-DD` or a full RFC 3339 time. */
  created?: string;
}

/** @returns the ids in the order of the rows */
export async function insertAccounts(rows: readonly AccountRowOptions[]): Promise<number[]> {
  const statement = env.DB.prepare(
    `INSERT INTO accounts (subject, email, email_normalized, email_verified_at_ms, display_name, status,
       locked_until_ms, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  );
  const results = await env.DB.batch<{ id: number }>(
    rows.map(({ email, name, status = 'active', verified = true, created }) => {
      const address = email === undefined ? `${randomToken(8)}@person.example` : email;
      const createdAtMs = created === undefined ? Date.now() : Date.parse(created);
      return statement.bind(
        `xid_${randomToken(16)}`,
        address,
        address?.toLowerCase() ?? null,
        verified ? createdAtMs : null,
        name ?? null,
        status,
        status === 'locked' ? Date.now() + 600_000 : null,
        createdAtMs,
      );
    }),
  );
  return results.map(({ results: [row] }) => row!.id);
}
