// Signed heads of the hash chain. Whoever writes the database could rebuild the chain; a head that was signed and
// published before cannot be made to fit another one.
import { SignJWT } from 'jose';
import type { Context } from '../../../context.ts';
import { signingKey } from '../signing-keys/key-ring.ts';
import { HEAD_TYPE, readHead, type SignedHead } from './check-heads.ts';
import { linkEntries } from './record.ts';
import { insertHead, listHeads, readUnlinked } from './store.ts';

/** More than a year: whoever saves the document once a year misses none. */
const PUBLISHED = 400;

/** By cron, daily. Signs nothing when no entry came since the last head. */
export async function signAuditHead(ctx: Pick<Context, 'config' | 'db' | 'now'>): Promise<void> {
  await linkEntries(ctx);
  const { head } = await readUnlinked(ctx.db, 1);
  if (head === undefined) return;
  const { kid, key } = await signingKey(ctx, 'audit');
  const jws = await new SignJWT({ position: head.entry_id, hash: head.hash })
    .setProtectedHeader({ alg: 'RS256', typ: HEAD_TYPE, kid })
    .setIssuer(ctx.config.baseUrl)
    .setIssuedAt(Math.floor(ctx.now() / 1000))
    .sign(key);
  await insertHead(ctx.db, { entry_id: head.entry_id, signed_at_ms: ctx.now(), jws });
}

/** @returns the latest 400, the newest first */
export async function listSignedHeads(ctx: Pick<Context, 'db'>): Promise<SignedHead[]> {
  const stored = await listHeads(ctx.db, PUBLISHED);
  return stored.map(({ jws }) => readHead(jws)).filter((head) => head !== undefined);
}
