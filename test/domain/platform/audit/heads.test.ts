// Signed heads reveal a complete rewrite of an audit log, even if all links were recomputed.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { CHAIN_START, hashEntry } from '../../../../src/domain/platform/audit/chain.ts';
import { signAuditHead } from '../../../../src/domain/platform/audit/heads.ts';
import { recordAudit } from '../../../../src/domain/platform/audit/record.ts';
import {
  readSavedHeads,
  verifyChain,
  type HeadSet,
} from '../../../../src/domain/platform/audit/verify-chain.ts';
import { rotateKeys } from '../../../../src/domain/platform/signing-keys/key-ring.ts';
import { auditSource as source } from '../../../support/customer/audit-log.ts';
import { Deployment } from '../../../support/installation/deployment.ts';

let service: Deployment;

const act = (action: string) =>
  recordAudit(service.ctx, {
    actor: { audience: 'admin', staffId: 1, ip: '192.0.2.1' },
    action,
    target: { type: 'account', id: 7 },
  });

const publish = async (): Promise<string> =>
  (await service.fetch('/.well-known/audit-heads.json')).text();

async function storedHeads(): Promise<HeadSet> {
  return { ...readSavedHeads(await publish()), name: 'the database' };
}

/**
 * Rewrites the log as anyone with write access to the database could: drops triggers, changes an
 * entry and recomputes every link.
 */
async function rewrite(): Promise<void> {
  for (const trigger of ['entries_keep_update', 'links_keep_update'])
    await env.DB.prepare(`DROP TRIGGER audit_${trigger}`).run();
  await env.DB.prepare("UPDATE audit_entries SET action = 'auth.login' WHERE id = 2").run();
  let previous = CHAIN_START;
  for (const entry of await source.entries(0, 1_000)) {
    previous = await hashEntry(previous, entry);
    await env.DB.prepare('UPDATE audit_links SET hash = ? WHERE entry_id = ?')
      .bind(previous, entry.id)
      .run();
  }
}

beforeEach(async () => {
  service = new Deployment({});
  for (const action of ['account.suspend', 'account.remove', 'account.unlock']) await act(action);
  await signAuditHead(service.ctx);
});

describe('signed heads of the audit', () => {
  it('contain position, hash, time, key and signature, and no personal data', async () => {
    const document = await publish();
    expect(JSON.parse(document)).toEqual({
      chain: 'audit',
      heads: [
        {
          position: 3,
          hash: expect.stringMatching(/^[0-9a-f]{64}$/),
          signed_at: expect.stringMatching(/Z$/),
          kid: expect.any(String),
          signature: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        },
      ],
      keys: [expect.objectContaining({ kty: 'RSA' })],
    });
    expect(document).not.toMatch(/192\.0\.2\.1|account/);
  });

  it('match the chain, with one head per day on which an entry was written', async () => {
    await signAuditHead(service.ctx);
    await act('account.unlock');
    await signAuditHead(service.ctx);
    const said = await verifyChain(source, [await storedHeads()]);
    expect(said).toMatch(/^4 entries are unchanged\..*\n2 signed heads match the chain/s);
  });

  it('reveal a rebuilt chain, both through the database’s heads and a copy saved earlier', async () => {
    const saved = readSavedHeads(await publish());
    await rewrite();
    expect(await verifyChain(source, [])).toContain('3 entries are unchanged');
    const rebuilt = /The chain was rebuilt: the link of entry 3/;
    await expect(verifyChain(source, [await storedHeads()])).rejects.toThrow(rebuilt);
    await expect(verifyChain(source, [saved])).rejects.toThrow(rebuilt);
  });

  it('reveal it through the saved copy even when heads and keys in the database were replaced', async () => {
    const saved = readSavedHeads(await publish());
    await rewrite();
    await env.DB.batch([
      env.DB.prepare('DROP TRIGGER audit_heads_keep_delete'),
      env.DB.prepare('DELETE FROM audit_heads'),
      env.DB.prepare("DELETE FROM signing_keys WHERE purpose = 'audit'"),
    ]);
    service = new Deployment({});
    await signAuditHead(service.ctx);
    expect(await verifyChain(source, [await storedHeads()])).toContain(
      '1 signed heads match the chain',
    );
    await expect(verifyChain(source, [saved])).rejects.toThrow('the saved copy');
  });

  it('are refused with an invalid signature', async () => {
    const { heads, keys } = readSavedHeads(await publish());
    const forged = heads.map((jws) => `${jws.slice(0, -8)}AAAAAAAA`);
    await expect(verifyChain(source, [{ name: 'x', heads: forged, keys }])).rejects.toThrow(
      'has no valid signature',
    );
  });

  it('stay verifiable after their key was rotated and retired', async () => {
    await env.DB.prepare(
      "UPDATE signing_keys SET active_from_ms = 1 WHERE purpose = 'audit'",
    ).run();
    const later = new Deployment({});
    await rotateKeys(later.ctx, 'audit');
    await env.DB.prepare(
      "UPDATE signing_keys SET active_from_ms = 2 WHERE purpose = 'audit' AND active_from_ms > 1",
    ).run();
    await rotateKeys(new Deployment({}).ctx, 'audit');
    service = new Deployment({});
    const { results } = await env.DB.prepare(
      "SELECT private_key = '' AS spent FROM signing_keys WHERE purpose = 'audit' ORDER BY active_from_ms",
    ).all();
    expect(results[0]).toEqual({ spent: 1 });
    await act('account.unlock');
    expect(await verifyChain(source, [await storedHeads()])).toContain(
      '1 signed heads match the chain',
    );
  });

  it('cannot be changed or deleted', async () => {
    await expect(env.DB.prepare('DELETE FROM audit_heads').run()).rejects.toThrow('never deleted');
    await expect(env.DB.prepare("UPDATE audit_heads SET jws = 'x'").run()).rejects.toThrow(
      'never changed',
    );
  });
});
