// Links that `npm run deploy` and related commands write into the database. The service stores only
// a hash of each link's secret; the secret admits one request until the link expires
// (docs/deploy.md).
import { DAY_MS } from '../../../time/durations.ts';
import type { Context } from '../../../context.ts';
import { deleteLinksBefore } from './store.ts';

/** Run by cron: deletes links a day after they have expired. */
export const forgetDeploymentLinks = (ctx: Context): Promise<void> =>
  deleteLinksBefore(ctx.db, ctx.now() - DAY_MS);
