// What was made behind an unproven address does not survive when another person proves it (D-64): the customer's keys, clients,
// endpoints and settings, the member's passkeys and recovery codes.
import type { Context } from '../../context.ts';
import type { Statement } from '../../db/client.ts';
import { forgetClient } from '../clients/client.ts';
import { listClientIds, markClientsDeletedWhen } from '../clients/store.ts';
import { finishRevocation } from '../grants/connections.ts';
import { clientEnd } from '../grants/store.ts';
import { removePasskeysWhen } from '../staff/passkey-store.ts';
import { isUnproven, isUnprovenCustomer } from '../staff/password-store.ts';
import { removeRecoveryCodesWhen } from '../staff/second-factor-store.ts';
import type { StaffRow } from '../staff/store.ts';
import { evictCachedKey } from '../tenants/api-keys.ts';
import { listKeyHashes, revokeKeysWhen } from '../tenants/key-store.ts';
import { resetSettingsWhen } from '../tenants/settings-store.ts';
import { removeEndpointsWhen } from '../webhooks/endpoint-store.ts';

interface Dispossession {
  /** Go before the proof, in its batch: they change nothing once the address is proven. */
  statements: readonly Statement[];
  /** Call it once the batch is through: this isolate forgets keys and clients, and their grants end. */
  finish: () => Promise<void>;
}

/**
 * @param row the member as read before the proof
 * @param generation of the link that is about to prove the address
 */
export async function prepareDispossession(
  ctx: Context,
  { id, tenant_id: tenantId, email_verified_at_ms: verifiedAtMs }: StaffRow,
  generation: number,
): Promise<Dispossession> {
  if (verifiedAtMs !== null || tenantId === null)
    return { statements: [], finish: () => Promise.resolve() };
  const { db } = ctx;
  const nowMs = ctx.now();
  const [keyHashes, clientIds] = await Promise.all([
    listKeyHashes(db, tenantId),
    listClientIds(db, tenantId),
  ]);
  const own = isUnproven(id, generation);
  const customers = isUnprovenCustomer(id, generation);
  return {
    statements: [
      ...removeEndpointsWhen(db, tenantId, customers),
      markClientsDeletedWhen(db, tenantId, nowMs, customers),
      ...clientIds.flatMap((clientId) => clientEnd(db, clientId, nowMs, customers)),
      revokeKeysWhen(db, tenantId, nowMs, customers),
      resetSettingsWhen(db, tenantId, customers),
      removePasskeysWhen(db, id, own),
      removeRecoveryCodesWhen(db, id, own),
    ],
    finish: async () => {
      for (const hash of keyHashes) evictCachedKey(ctx, hash);
      for (const clientId of clientIds) {
        forgetClient(ctx, clientId);
        await finishRevocation(ctx, { clientId });
      }
    },
  };
}
