// Use cases of enrolled faces under faults.
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import { beginChallenge, readChallenge } from '../../src/domain/face-2fa/begin-challenge.ts';
import { decodeObjectId } from '../../src/crypto/capability-token.ts';
import { DAY_MS } from '../../src/durations.ts';
import { beginFaceSession } from '../../src/domain/face-2fa/begin-session.ts';
import { settleFaceSession } from '../../src/domain/face-2fa/settle-session.ts';
import { toSessionEvent, type SessionEvent } from '../../src/domain/verification/rules/result.ts';
import type { SessionRecord } from '../../src/domain/verification/rules/session.ts';
import { faceKeys, sealFace } from '../../src/domain/verification/sealed-face.ts';
import { consumeSessionEvents } from '../../src/domain/webhooks/consume-events.ts';
import type { Principal } from '../../src/domain/tenants/api-keys.ts';
import { findHalves } from '../support/faults/all-or-healed.ts';
import { newTenant } from '../support/faults/fixtures.ts';
import { photoOf, ScriptedFace } from '../support/scripted-face.ts';
import { registerUnreachable } from '../support/webhooks.ts';

interface Customer {
  principal: Principal;
}

it('a face is enrolled and its end is told, or neither', async () => {
  for (const key of [undefined, `order-${randomToken(6)}`]) {
    const halves = await findHalves<Customer>({
      prepare: async ({ ctx }) => {
        const tenant = newTenant();
        await env.DB.prepare('INSERT INTO tenants (id, name, created_at_ms) VALUES (?, ?, 1)')
          .bind(tenant.id, tenant.name)
          .run();
        await registerUnreachable(ctx, tenant.id, 'https://hooks.example/faces');
        return { principal: { kind: 'secret', test: false, isProven: true, tenant } };
      },
      // The answer only says that it is processed: who reads the end knows.
      act: async (ctx, { principal }) => {
        const after: Promise<unknown>[] = [];
        const around = {
          ...ctx,
          face: new ScriptedFace(),
          defer: (work: Promise<unknown>) => void after.push(work),
        };
        const image = photoOf('ada');
        const request = { kind: 'enroll', userId: 'ada', image } as const;
        const { id } = await beginChallenge(around, principal, request, key);
        await Promise.all(after);
        const { end } = await readChallenge(ctx, principal, id);
        if (end?.passed !== true) throw new Error('It did not end.');
      },
      observe: async ({ principal }) => {
        const rows = await env.DB.prepare(
          `SELECT 'template' AS found FROM face_templates WHERE tenant_id = ?1
           UNION ALL SELECT 'passed' FROM face_challenges WHERE tenant_id = ?1 AND passed = 1
           UNION ALL SELECT 'event' FROM events WHERE tenant_id = ?1
           UNION ALL SELECT 'delivery' FROM webhook_deliveries WHERE tenant_id = ?1`,
        )
          .bind(principal.tenant.id)
          .all<{ found: string }>();
        return rows.results.map(({ found }) => found);
      },
    });
    expect(halves).toEqual([]);
  }
});

interface EndedCheck extends Customer {
  event: SessionEvent;
}

it('the end of a live check is written and told, or comes again', async () => {
  const halves = await findHalves<EndedCheck>({
    prepare: async ({ ctx }) => {
      const tenant = newTenant();
      await env.DB.prepare('INSERT INTO tenants (id, name, created_at_ms) VALUES (?, ?, 1)')
        .bind(tenant.id, tenant.name)
        .run();
      await registerUnreachable(ctx, tenant.id, 'https://hooks.example/faces');
      const principal: Principal = { kind: 'secret', test: false, isProven: true, tenant };
      const callbackUrl = 'https://shop.example/face';
      const request = { kind: 'enroll', userId: 'ada', callbackUrl } as const;
      const around = { ...ctx, face: new ScriptedFace() };
      const { challengeId } = await beginFaceSession(around, principal, request, undefined);
      const id = decodeObjectId(challengeId.slice('fch_'.length)) ?? '';
      const { current } = await faceKeys(ctx.config, id);
      const sealed = await sealFace(current, id, [0.6, 0.8]);
      const nowMs = Date.now();
      const stub = env.VERIFICATION_SESSION.get(env.VERIFICATION_SESSION.idFromString(id));
      // As after the last pictures; the face waits for as long as the harness lets time pass.
      const ended = await runInDurableObject(stub, async (_object, { storage }) => {
        const record: SessionRecord = {
          ...storage.kv.get<SessionRecord>('session')!,
          state: { status: 'success' },
          consent: { notice: '5', atMs: nowMs },
          completedAtMs: nowMs,
          version: 2,
        };
        storage.kv.put('session', record);
        storage.kv.put('face', { sealed, model: 'ab', untilMs: nowMs + DAY_MS });
        storage.kv.put('unconfirmed', { remindAtMs: nowMs, afterMs: 1, versions: [2] });
        await storage.setAlarm(nowMs + DAY_MS);
        return record;
      });
      return { principal, event: toSessionEvent(ended, 'completed', nowMs) };
    },
    act: (ctx, { event }) => consumeSessionEvents(ctx, [event], settleFaceSession),
    observe: async ({ principal }) => {
      const rows = await env.DB.prepare(
        `SELECT 'template' AS found FROM face_templates WHERE tenant_id = ?1 AND notice = '5'
         UNION ALL SELECT 'passed' FROM face_challenges WHERE tenant_id = ?1 AND passed = 1
         UNION ALL SELECT 'event' FROM events WHERE tenant_id = ?1
         UNION ALL SELECT 'delivery' FROM webhook_deliveries WHERE tenant_id = ?1`,
      )
        .bind(principal.tenant.id)
        .all<{ found: string }>();
      // The face goes by its own alarm, whoever has used it.
      return rows.results.map(({ found }) => found);
    },
  });
  expect(halves).toEqual([]);
});
