// Links that `npm run deploy` and related commands write into the database. The service stores only
// a hash of each link's secret. Until the link expires, its secret authorises one request
// (docs/deploy.md); the secret of a link for ledgers authorises any number of requests.
import { DAY_MS } from '../../../time/durations.ts';
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { LEDGERS_TOKEN } from '../../../crypto/token-prefixes.ts';
import { notFound } from '../../../errors.ts';
import { deleteLinksBefore, findLink } from './store.ts';

/** Deletes links a day after they have expired. Called by cron. */
export const forgetDeploymentLinks = (ctx: Context): Promise<void> =>
  deleteLinksBefore(ctx.db, ctx.now() - DAY_MS);

/**
 * The format of the secret of a link for ledgers; other text is refused without reading the
 * database.
 */
const SHAPE = new RegExp(`^${LEDGERS_TOKEN}[\\w-]{43}$`);

/**
 * Authorises a backup or restore of ledgers.
 * @param token the secret of a link for ledgers
 * @throws AppError NOT_FOUND for any other token, and for expired links
 */
export async function requireLedgersLink(ctx: Context, token: string): Promise<void> {
  if (!SHAPE.test(token)) throw notFound();
  const link = await findLink(ctx.db, 'ledgers', await sha256Hex(token), ctx.now());
  if (link === undefined) throw notFound();
}
