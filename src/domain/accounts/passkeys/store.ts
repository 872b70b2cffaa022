// SQL for passkeys.
import { and, eq, sql } from 'drizzle-orm';
import type { Condition, Database, Statement } from '../../../db/client.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import { accounts, passkeys } from '../../../db/schema/index.ts';
import { isDeleted, toAccount, type Account } from '../account.ts';
import { toPasskey, toPasskeyColumns } from '../../platform/credentials/passkey-row.ts';
import type { NewPasskey, Passkey } from '../../platform/credentials/passkey.ts';

interface OwnedPasskey {
  account: Account;
  passkey: Passkey;
}

/**
 * @param when the condition under which the passkey is inserted
 * @param also more statements for the same batch, each of which writes only if the one before it
 *   changed something
 */
export async function insertPasskey(
  db: Database,
  { accountId, when }: { accountId: number; when: Condition },
  passkey: NewPasskey,
  also: readonly Statement[],
): Promise<boolean> {
  const row = { account_id: accountId, ...toPasskeyColumns(passkey) };
  const [inserted] = await db.batch([
    insertWhen(db, passkeys, row, when).returning({ id: passkeys.id }),
    ...also,
  ]);
  return inserted.length > 0;
}

export async function isKnownPasskey(db: Database, credentialId: string): Promise<boolean> {
  const known = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.credential_id, credentialId));
  return known.length > 0;
}

/** Inserts a passkey in the transaction that creates the account with this subject. */
export const firstPasskeyOf = (db: Database, subject: string, passkey: NewPasskey): Statement =>
  db.insert(passkeys).values({
    account_id: sql`(SELECT ${accounts.id} FROM ${accounts} WHERE ${accounts.subject} = ${subject})`,
    ...toPasskeyColumns(passkey),
  });

export async function listPasskeysOf(db: Database, accountId: number): Promise<Passkey[]> {
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.account_id, accountId))
    .orderBy(passkeys.id);
  return rows.map(toPasskey);
}

export async function findOwnedPasskey(
  db: Database,
  credentialId: string,
  nowMs: number,
): Promise<OwnedPasskey | undefined> {
  const [row] = await db
    .select({ passkey: passkeys, account: accounts })
    .from(passkeys)
    .innerJoin(accounts, eq(accounts.id, passkeys.account_id))
    .where(eq(passkeys.credential_id, credentialId));
  if (row === undefined || isDeleted(row.account, nowMs)) return undefined;
  return {
    account: toAccount(row.account, nowMs),
    passkey: toPasskey(row.passkey),
  };
}

/**
 * Records a use of the passkey. A signature counter that is not 0 must increase (WebAuthn 6.1.1):
 * of two uses with the same non-zero count, only one is recorded. Changes nothing if the passkey
 * has been removed.
 */
export const useOfPasskey = (db: Database, id: number, counter: number, nowMs: number): Statement =>
  db
    .update(passkeys)
    .set({ counter, last_used_at_ms: nowMs })
    .where(
      sql`${passkeys.id} = ${id} AND (${passkeys.counter} < ${counter} OR (${passkeys.counter} = 0 AND ${counter} = 0))`,
    );

export async function updateName(
  db: Database,
  accountId: number,
  id: number,
  name: string,
): Promise<boolean> {
  const { meta } = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.account_id, accountId)));
  return meta.changes > 0;
}

/**
 * Removes a passkey unless it is the account's last way to sign in: there must be another passkey,
 * or a password with an email address.
 * @param also more statements for the same transaction; changes() in them refers to the removal
 */
export async function deletePasskey(
  db: Database,
  accountId: number,
  id: number,
  also: readonly Statement[],
): Promise<boolean> {
  const isNotTheLast = sql`(
    EXISTS (SELECT 1 FROM passkeys AS other WHERE other.account_id = ${accountId} AND other.id <> ${id})
    OR EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId}
      AND password_hash IS NOT NULL AND email_normalized IS NOT NULL))`;
  const [removed] = await db.batch([
    db
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.account_id, accountId), isNotTheLast))
      .returning({ id: passkeys.id }),
    ...also,
  ]);
  return removed.length > 0;
}
