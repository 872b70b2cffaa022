// Whether a password is the one of a mail address: judged alike for accounts and staff, at the same cost whether or not anybody
// has the address. Guesses are counted before (terms/guess-limits.ts); what follows is the audience's own.
import type { Context } from '../../context.ts';
import { checkPassword, hashPassword } from '../../crypto/password.ts';

/** Whose passwords they are. */
export interface PasswordAudience<Row extends { password_hash: string | null }> {
  findByEmail: (ctx: Context, emailNormalized: string) => Promise<Row | undefined>;
  /** Stores the same password, hashed at today's cost. */
  storeHash: (ctx: Context, row: Row, hash: string) => Promise<void>;
}

type JudgedPassword<Row> =
  | {
      ok: true;
      row: Row;
      /** For a sign-in that goes through; hashes that are up to date stay. */
      renewHash: () => Promise<void>;
    }
  /** `row`: whose password it was not, if anybody's. */
  | { ok: false; row: Row | undefined };

export async function judgePassword<Row extends { password_hash: string | null }>(
  ctx: Context,
  audience: PasswordAudience<Row>,
  { emailNormalized, password }: { emailNormalized: string; password: string },
): Promise<JudgedPassword<Row>> {
  const row = await audience.findByEmail(ctx, emailNormalized);
  const check = await checkPassword(password, row?.password_hash ?? undefined);
  if (row === undefined || !check.ok) return { ok: false, row };
  const renewHash = async (): Promise<void> => {
    if (check.outdated) await audience.storeHash(ctx, row, await hashPassword(password));
  };
  return { ok: true, row, renewHash };
}
