// Links that `npm run deploy` and its neighbours write into the database: a secret each, of which the service keeps the hash, and
// which lets one request in until it expires (docs/deploy.md).
import { DAY_MS } from '../../../time/durations.ts';
import type { Context } from '../../../context.ts';
import { deleteLinksBefore } from './store.ts';

/** By cron: a day after its end no request can name a link. */
export const forgetDeploymentLinks = (ctx: Context): Promise<void> =>
  deleteLinksBefore(ctx.db, ctx.now() - DAY_MS);
