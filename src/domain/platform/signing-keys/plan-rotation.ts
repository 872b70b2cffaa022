// Use case: an operator replaces a signing key ahead of schedule (scripts/rotate-keys.ts,
// domain/operations/key-rotation).
import { unseal } from '../../../crypto/sealed-box.ts';
import { addKey, type KeyMaker } from './make-key.ts';
import { arrangeRing, plannedActivation, type Purpose } from './ring.ts';
import { listKeys } from './store.ts';

/** The result of planning a rotation. */
export interface PlannedKey {
  kid: string;
  activeFromMs: number;
  /** Whether this call created the key; false when the next key already existed. */
  isNew: boolean;
}

/**
 * Creates the next key now, with the usual overlap: published immediately, active a day later.
 * Isolates load the key within five minutes. While a next key exists, a repeated call changes
 * nothing.
 * @param beside see addKey
 * @returns undefined for a ring that has signed nothing: its first key is created when it is needed
 * @throws Error when KEY_ENCRYPTION_KEY does not open the active key, because the service could not
 *   open the new key either
 */
export async function planRotation(
  ctx: KeyMaker,
  purpose: Purpose,
  beside?: Parameters<typeof addKey>[4],
): Promise<PlannedKey | undefined> {
  const keys = await listKeys(ctx.db, purpose);
  const ring = arrangeRing(keys, ctx.now());
  const { active } = ring;
  if (active === undefined) return undefined;
  const activeFromMs = plannedActivation(ring, ctx.now());
  if (activeFromMs !== undefined) {
    await unseal(ctx.config.keyEncryptionKey, active.kid, active.privateKey).catch(() => {
      throw new Error('KEY_ENCRYPTION_KEY does not open the signing keys of this database.');
    });
    await addKey(ctx, purpose, keys, activeFromMs, beside);
  }
  const { next } = arrangeRing(await listKeys(ctx.db, purpose), ctx.now());
  if (next === undefined) throw new Error('The next key could not be stored.');
  const isNew = !keys.some(({ kid }) => kid === next.kid);
  return { kid: next.kid, activeFromMs: next.activeFromMs, isNew };
}
