// Whether a password is the one of an email address: judged alike for accounts and staff, at the same cost whether or not anybody
// has the address. Guesses are counted before (terms/guess-limits.ts); what follows is the audience's own.
import { checkPassword, hashPassword } from '../../../crypto/password.ts';

type JudgedPassword<Row> =
  | {
      ok: true;
      row: Row;
      /** For a sign-in that goes through; hashes that are up to date stay. */
      renewHash: () => Promise<void>;
    }
  /** `row`: whose password it was not, if anybody's. */
  | { ok: false; row: Row | undefined };

/**
 * @param row of the email address; undefined: nobody has it
 * @param storeHash stores the same password, hashed at today's cost
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
