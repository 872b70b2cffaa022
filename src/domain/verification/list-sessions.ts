// Use case: a customer looks through its sessions.
import type { Context } from '../../context.ts';
import { RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import { listSessionRows, type SessionRow } from './list-store.ts';
import { tellToken } from './tokens.ts';

export interface SessionFilter {
  tenantId: string;
  test?: boolean | undefined;
  status?: string | undefined;
  verificationType?: string | undefined;
  externalUserId?: string | undefined;
  /** When the session was created: from the first, before the second. */
  fromMs?: number | undefined;
  untilMs?: number | undefined;
}

export type ListedSession = SessionRow & {
  /** `xtk_…`; reads nothing once the session is erased. */
  token: string;
};

/** @returns one page, the latest first; a session appears a moment after it was created */
export async function listSessions(
  ctx: Context,
  filter: SessionFilter,
  slice: { offset: number; limit: number },
): Promise<{ rows: ListedSession[]; total: number }> {
  const { rows, total } = await listSessionRows(ctx.db, filter, slice);
  const named = rows.map(async (row) => ({
    ...row,
    token: (await tellToken(ctx, RESULT_TOKEN, row.id)).token,
  }));
  return { rows: await Promise.all(named), total };
}
