// Worker entry. What the service does is in app.ts; the Durable Objects are exported for the runtime.
import { app } from './app.ts';
import { consumeBatch } from './background.ts';
import { createContext } from './context.ts';
import { rotateKeys } from './domain/signing-keys/key-ring.ts';
import { PURPOSES } from './domain/signing-keys/ring.ts';

export { IdempotencyRecord } from './objects/idempotency-record.ts';
export { OneTimeToken } from './objects/one-time-token.ts';
export { RateLimiter } from './objects/rate-limiter.ts';
export { VerificationSession } from './objects/verification-session.ts';

export default {
  fetch: app.fetch,
  async queue(batch, env, execution) {
    await consumeBatch(createContext(env, execution), batch);
  },
  async scheduled(_event, env, execution) {
    const ctx = createContext(env, execution);
    for (const purpose of PURPOSES) await rotateKeys(ctx, purpose);
  },
} satisfies ExportedHandler<Env>;
