// Ending the pending reviews of a customer that has ended, if many of the sessions' objects cannot
// be reached.
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { Context } from '../../src/context.ts';
import { endReviewsOfEnded } from '../../src/domain/verification/end-reviews.ts';
import { makeContext } from '../support/installation/context.ts';
import { makeTenant } from '../support/customer/tenants.ts';

it('no review waits behind a hundred that never answer, since each run takes others', async () => {
  const [ended, active] = [await makeTenant(), await makeTenant()];
  const sessions = Array.from({ length: 121 }, (_, n) => `s${n}`);
  await env.DB.batch([
    env.DB.prepare('UPDATE tenants SET ended_at_ms = 1 WHERE id = ?').bind(ended.id),
    env.DB.prepare(
      `INSERT INTO verification_sessions (id, tenant_id, test, version, status, purpose, verification_mode, created_at_ms, expires_at_ms)
       SELECT value ->> 0, value ->> 1, 0, 1, 'pending_tenant_review', 'identity', 'auto', 1, 2 FROM json_each(?)`,
    ).bind(JSON.stringify([...sessions.map((id) => [id, ended.id]), ['of-active', active.id]])),
  ]);
  const asked = new Set<string>();
  const { objects } = makeContext();
  const session = (id: string) => {
    asked.add(id);
    return { endReview: () => Promise.reject(new Error('away')) };
  };
  const ctx = makeContext({ objects: { ...objects, session } as unknown as Context['objects'] });
  // Each run skips 21 sessions at random. The probability that every run skips the same session is
  // less than one in a billion.
  for (let runs = 0; runs < 15; runs += 1) await endReviewsOfEnded(ctx);
  expect([...asked].toSorted()).toEqual(sessions.toSorted());
});
