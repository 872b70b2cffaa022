// Worker entry point. Routes are in app.ts; the runtime needs the Durable Objects exported here.
import { app } from './app.ts';
import { consumeBatch, runSchedule } from './background.ts';
import { createContext } from './context.ts';

export { AttemptCount } from './objects/attempt-count.ts';
export { BlockList } from './objects/block-list.ts';
export { Grant } from './objects/grant.ts';
export { IdempotencyRecord } from './objects/idempotency-record.ts';
export { Ledger } from './objects/ledger/ledger.ts';
export { OneTimeToken } from './objects/one-time-token.ts';
export { PictureLedger } from './objects/picture-ledger.ts';
export { RateLimiter } from './objects/rate-limiter.ts';
export { ShownCredentials } from './objects/shown-credentials.ts';
export { SpentPasses } from './objects/spent-passes.ts';
export { VerificationSession } from './objects/session/verification-session.ts';

export default {
  fetch: app.fetch,
  queue: (batch, env, execution) => consumeBatch(createContext(env, execution), batch),
  scheduled: (event, env, execution) => runSchedule(createContext(env, execution), event.cron),
} satisfies ExportedHandler<Env>;
