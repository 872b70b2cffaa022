// Use cases of blocked faces under faults.
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import {
  blockImage,
  listBlocked,
  unblock,
  type Blocker,
} from '../../src/domain/face-blocking/block-face.ts';
import type { Context } from '../../src/context.ts';
import { findHalves } from '../support/faults/all-or-healed.ts';
import { newTenant } from '../support/faults/fixtures.ts';
import { photoOf, ScriptedFace } from '../support/scripted-face.ts';

async function makeBlocker(): Promise<Blocker> {
  const { id: tenantId, name } = newTenant();
  await env.DB.prepare('INSERT INTO tenants (id, name, created_at_ms) VALUES (?, ?, 1)')
    .bind(tenantId, name)
    .run();
  return { tenantId, test: false, name: 'key_1', actor: { audience: 'dashboard', tenantId } };
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

it('a face is blocked and that is audited, or neither', async () => {
  const halves = await findHalves<Blocker>({
    prepare: makeBlocker,
    act: (ctx, blocker) => block(ctx, blocker),
    observe,
  });
  expect(halves).toEqual([]);
});

it('an entry is taken back and that is audited, or neither', async () => {
  const halves = await findHalves<Blocker & { id: number }>({
    prepare: async ({ ctx }) => {
      const blocker = await makeBlocker();
      await block(ctx, blocker);
      const { rows } = await listBlocked(ctx, blocker, { offset: 0, limit: 1 });
      return { ...blocker, id: rows[0]!.id };
    },
    act: (ctx, blocker) => unblock(ctx, blocker, blocker.id),
    observe,
  });
  expect(halves).toEqual([]);
});
