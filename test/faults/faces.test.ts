// Use cases of enrolled faces under faults.
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import { beginChallenge, readChallenge } from '../../src/domain/face-2fa/begin-challenge.ts';
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
