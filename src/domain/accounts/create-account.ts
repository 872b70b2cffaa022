// Creates accounts, whatever the sign-in method.
import type { Context } from '../../context.ts';
import type { Statement } from '../../db/client.ts';
import { randomToken } from '../../crypto/random.ts';
import { SUBJECT } from '../../crypto/token-prefixes.ts';
import { toAccount, type Account } from './account.ts';
import { insertAccount } from './store.ts';

interface NewAccount {
  /**
   * The subject from a passkey ceremony, which needs a subject before the account exists. If
   * absent, a new subject is generated.
   */
  subject?: string;
  /**
   * A confirmed address and the hash of the password; absent for an account with only a passkey.
   */
  credentials?: { email: string; emailNormalized: string; passwordHash: string };
  displayName?: string | undefined;
  /** The owner's language, one of those that the pages are translated into. */
  locale: string;
}

/**
 * Creates a subject, the person's id at every site (D-34): an opaque string with 128 random bits.
 */
export const newSubject = (): string => `${SUBJECT}${randomToken(16)}`;

/**
 * @param also more statements for the same transaction
 * @returns undefined when the email address or the subject is taken
 */
export async function createAccount(
  ctx: Context,
  account: NewAccount,
  also: readonly Statement[] = [],
): Promise<Account | undefined> {
  const nowMs = ctx.now();
  const { credentials } = account;
  const row = await insertAccount(
    ctx.db,
    {
      subject: account.subject ?? newSubject(),
      email: credentials?.email ?? null,
      email_normalized: credentials?.emailNormalized ?? null,
      email_verified_at_ms: credentials === undefined ? null : nowMs,
      password_hash: credentials?.passwordHash ?? null,
      password_changed_at_ms: credentials === undefined ? null : nowMs,
      display_name: account.displayName ?? null,
      locale: account.locale,
      created_at_ms: nowMs,
    },
    also,
  );
  return row === undefined ? undefined : toAccount(row, nowMs);
}
