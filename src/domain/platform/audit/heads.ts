// Signed heads of the hash chain. Anyone with write access to the database could rebuild the chain,
// but the rebuilt chain would not match a head that had already been signed and published.
import { SignJWT } from 'jose';
import type { Context } from '../../../context.ts';
import { signingKey } from '../signing-keys/key-ring.ts';
import { HEAD_TYPE, readHead, type SignedHead } from './check-heads.ts';
import { hashDirectory } from '../age-passes/directory.ts';
import { linkEntries, recordAudit } from './record.ts';
import { insertHead, listHeads, readUnlinked } from './store.ts';

/**
 * The number of published heads: more than a year's, so that anyone who saves
 * `/.well-known/audit-heads.json` once a year misses none.
 */
const PUBLISHED = 400;

/**
 * Signs the head of the chain and stores it, unless the last entry already has a head. A head also
 * records which age pass keys were published (D-152); if the keys have changed since the last head,
 * an audit entry is added first. Called daily by cron.
 */
export async function signAuditHead(ctx: Context): Promise<void> {
  const passDirectory = await hashDirectory(ctx);
  const [last] = await listHeads(ctx.db, 1);
  if (passDirectory !== undefined && passDirectory !== (last && readHead(last.jws)?.passDirectory))
    await recordAudit(ctx, {
      actor: { audience: 'system' },
      action: 'pass_directory.publish',
      target: { type: 'pass_directory', id: passDirectory },
    });
  await linkEntries(ctx);
  const { head } = await readUnlinked(ctx.db, 1);
  if (head === undefined) return;
  const { kid, key } = await signingKey(ctx, 'audit');
  const jws = await new SignJWT({
    position: head.entry_id,
    hash: head.hash,
    ...(passDirectory !== undefined && { pass_directory: passDirectory }),
  })
    .setProtectedHeader({ alg: 'RS256', typ: HEAD_TYPE, kid })
    .setIssuer(ctx.config.baseUrl)
    .setIssuedAt(Math.floor(ctx.now() / 1000))
    .sign(key);
  await insertHead(ctx.db, { entry_id: head.entry_id, signed_at_ms: ctx.now(), jws });
}

/** @returns the latest 400 heads, newest first */
export async function listSignedHeads(ctx: Pick<Context, 'db'>): Promise<SignedHead[]> {
  const stored = await listHeads(ctx.db, PUBLISHED);
  return stored.map(({ jws }) => readHead(jws)).filter((head) => head !== undefined);
}
