// Use cases for blocked faces under faults.
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import {
  blockImage,
  listBlocked,
  unblock,
  type Blocker,
} from '../../src/domain/integration/face-blocking/block-face.ts';
import type { Context } from '../../src/context.ts';
import { NOTICE } from '../../src/domain/terms/privacy-notice.ts';
import type { BrowserProof } from '../../src/domain/verification/browser-session.ts';
import { revealPictures, type SentPicture } from '../../src/domain/verification/reveal-pictures.ts';
import { EdgeVisit } from '../support/visitor/edge-visit.ts';
import { FaceBackend } from '../support/customer/face-backend.ts';
import { copyVisit } from '../support/faults/checked-faces.ts';
import { makeTenant } from '../support/customer/tenants.ts';
import { findPartialStates } from '../support/faults/find-partial-states.ts';
import { insertTenant } from '../support/faults/fixtures.ts';
import { photoOf, ScriptedFace } from '../support/visitor/scripted-face.ts';

async function makeBlocker(): Promise<Blocker> {
  const { id: tenantId } = await insertTenant();
  const actor = { audience: 'dashboard', tenantId } as const;
  return { tenantId, test: false, residency: 'none', name: 'key_1', actor };
}

const block = (ctx: Context, blocker: Blocker, key = `case-${randomToken(6)}`) =>
  blockImage({ ...ctx, face: new ScriptedFace() }, blocker, photoOf('eve'), { reason: 'x' }, key);

async function observe({ tenantId }: Blocker): Promise<string[]> {
  const rows = await env.DB.prepare(
    `SELECT 'entry' AS found FROM blocked_faces WHERE tenant_id = ?1
     UNION ALL SELECT action FROM audit_entries WHERE tenant_id = ?1`,
  )
    .bind(tenantId)
    .all<{ found: string }>();
  return rows.results.map(({ found }) => found);
}

it('a face is blocked with an audit entry, or not at all', async () => {
  const partial = await findPartialStates<Blocker>({
    prepare: makeBlocker,
    act: (ctx, blocker) => block(ctx, blocker),
    observe,
  });
  expect(partial).toEqual([]);
});

it('an entry is removed with an audit entry, or not at all', async () => {
  const partial = await findPartialStates<Blocker & { id: number }>({
    prepare: async ({ ctx }) => {
      const blocker = await makeBlocker();
      await block(ctx, blocker);
      const { rows } = await listBlocked(ctx, blocker, { offset: 0, limit: 1 });
      return { ...blocker, id: rows[0]!.id };
    },
    act: (ctx, blocker) => unblock(ctx, blocker, blocker.id),
    observe,
  });
  expect(partial).toEqual([]);
});

interface AtVerdict {
  proof: BrowserProof;
  sent: SentPicture[];
}

it('a verdict that queries the block list is written with its kept face, or the session expires', async () => {
  const customer = await makeTenant();
  await env.DB.prepare('UPDATE tenants SET keep_faces_days = 7 WHERE id = ?')
    .bind(customer.id)
    .run();
  const backend = new FaceBackend(customer);
  await backend.block(photoOf('Ada'));
  const faces = { compared: true, kept_days: 7 };
  const consent = { notice: NOTICE.version, faces };
  const visit = await EdgeVisit.begin({}, { customer, consent });
  await visit.move();
  await visit.reveal();
  await visit.estimate();
  const partial = await findPartialStates<AtVerdict>({
    prepare: () => copyVisit(visit),
    act: (ctx, { proof, sent }) =>
      revealPictures({ ...ctx, face: new ScriptedFace() }, proof, 'age', sent),
    observe: async ({ proof }) => {
      const row = await env.DB.prepare(
        'SELECT status, reason FROM verification_sessions WHERE id = ?',
      )
        .bind(proof.sessionId)
        .first();
      const { VERIFICATION_SESSION: sessions } = env;
      const stub = sessions.get(sessions.idFromString(proof.sessionId));
      const kept = await runInDurableObject(stub, (_object, { storage }) =>
        ['blockable_face', 'evidence'].filter((name) => storage.kv.get(name) !== undefined),
      );
      // If the fault kept the call from reaching the session's object, the session has not changed
      // and its alarm does not fire, so only the blockable face is compared.
      return row?.['status'] === 'failed' ? { ...row, kept } : kept.includes('blockable_face');
    },
  });
  expect(partial).toEqual([]);
});
