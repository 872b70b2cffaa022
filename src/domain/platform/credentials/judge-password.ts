// Verifies the password for an email address. Accounts and staff are treated alike, and the cost is
// the same whether or not anyone has the address. The caller counts the guess beforehand
// (terms/guess-limits.ts) and decides what to do with the result.
import { checkPassword, hashPassword } from '../../../crypto/password.ts';

type JudgedPassword<Row> =
  | {
      ok: true;
      row: Row;
      /** Updates an outdated hash after a successful sign-in. */
      renewHash: () => Promise<void>;
    }
  /** `row`: the row of the address's owner, if there is one. */
  | { ok: false; row: Row | undefined };

/**
 * @param row the row of the email address's owner; undefined when nobody has the address
 * @param storeHash stores the same password, hashed with the current cost parameters
 */
export async function judgePassword<Row extends { password_hash: string | null }>(
  row: Row | undefined,
  password: string,
  storeHash: (row: Row, hash: string) => Promise<void>,
): Promise<JudgedPassword<Row>> {
  const check = await checkPassword(password, row?.password_hash ?? undefined);
  if (row === undefined || !check.ok) return { ok: false, row };
  const renewHash = async (): Promise<void> => {
    if (check.outdated) await storeHash(row, await hashPassword(password));
  };
  return { ok: true, row, renewHash };
}
