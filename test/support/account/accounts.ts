import { env } from 'cloudflare:workers';
import { hashPassword } from '../../../src/crypto/password.ts';
import { randomToken } from '../../../src/crypto/random.ts';
import { SUBJECT } from '../../../src/crypto/token-prefixes.ts';
import { toAccount, type Account, type AccountRow } from '../../../src/domain/accounts/account.ts';

export const VISITOR = { device: 'Firefox, Linux', place: 'Bern, CH', ip: '192.0.2.7' } as const;
export const PASSWORD = 'violet-anchor-42-meadow';

interface AccountOptions {
  email?: string | null;
  verified?: boolean;
  status?: AccountRow['status'];
  password?: string | null;
  displayName?: string;
  locale?: string;
  deleteAtMs?: number;
  lockedUntilMs?: number;
}

/** Creates an account, by default with a confirmed address and PASSWORD. */
export async function makeAccount({
  email = `ada-${randomToken(4).toLowerCase()}@example.com`,
  verified = true,
  status = 'active',
  password = PASSWORD,
  displayName,
  locale = 'en',
  deleteAtMs,
  lockedUntilMs,
}: AccountOptions = {}): Promise<Account> {
  const hash = password === null ? null : await hashPassword(password);
  const nowMs = Date.now();
  const row = await env.DB.prepare(
    `INSERT INTO accounts (subject, email, email_normalized, email_verified_at_ms, display_name,
      password_hash, password_changed_at_ms, status, locked_until_ms, delete_at_ms, locale, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
  )
    .bind(
      `${SUBJECT}${randomToken(16)}`,
      email,
      email?.toLowerCase() ?? null,
      verified && email !== null ? nowMs : null,
      displayName ?? null,
      hash,
      hash === null ? null : nowMs,
      status,
      lockedUntilMs ?? null,
      deleteAtMs ?? null,
      locale,
      nowMs,
    )
    .first<AccountRow>();
  return toAccount(row!, nowMs);
}

/** Reads the account's current row from the database. */
export async function accountRow(id: number): Promise<AccountRow | undefined> {
  const row = await env.DB.prepare('SELECT * FROM accounts WHERE id = ?')
    .bind(id)
    .first<AccountRow>();
  return row ?? undefined;
}
