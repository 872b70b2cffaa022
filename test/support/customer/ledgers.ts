// Direct access to the volumes of ledgers, for tests.
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { volumeName } from '../../../src/domain/platform/ledgers/volume.ts';
import type { VolumeRef } from '../../../src/domain/platform/ledgers/volume.ts';
import type { Ledger } from '../../../src/objects/ledger/ledger.ts';

/** Names a volume of a customer's ledger: by default the first one in live mode. */
export interface LedgerOf {
  tenantId: string;
  test?: boolean;
  number?: number;
}

export const ledgerOf = ({
  tenantId,
  test = false,
  number = 1,
}: LedgerOf): DurableObjectStub<Ledger> =>
  env.LEDGER.get(env.LEDGER.idFromName(volumeName({ tenantId, test }, number)));

/** Every volume in the directory; the customers are assumed to have no residency. */
export async function listVolumes(): Promise<VolumeRef[]> {
  const { results } = await env.DB.prepare(
    'SELECT tenant_id, test, number FROM ledger_volumes ORDER BY tenant_id, test, number',
  ).all<{ tenant_id: string; test: number; number: number }>();
  return results.map((row) => ({
    tenantId: row.tenant_id,
    test: row.test === 1,
    number: row.number,
    residency: 'none',
  }));
}

/**
 * Runs a statement in a volume.
 * @returns its rows; empty if one of its tables does not exist yet
 */
export const queryLedger = <Row extends Record<string, SqlStorageValue>>(
  which: LedgerOf,
  query: string,
  ...values: SqlStorageValue[]
): Promise<Row[]> =>
  runInDurableObject(ledgerOf(which), (_object, { storage }) => {
    try {
      return storage.sql.exec<Row>(query, ...values).toArray();
    } catch (error) {
      if (String(error).includes('no such table')) return [];
      throw error;
    }
  });

/** Runs a statement in every volume of the directory. */
export async function queryLedgers<Row extends Record<string, SqlStorageValue>>(
  query: string,
  ...values: SqlStorageValue[]
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const volume of await listVolumes())
    rows.push(...(await queryLedger<Row>(volume, query, ...values)));
  return rows;
}

export const alarmOf = (which: LedgerOf): Promise<number | null> =>
  runInDurableObject(ledgerOf(which), (_object, { storage }) => storage.getAlarm());

/**
 * Runs the alarm of a volume.
 * @returns whether an alarm was set
 */
export const ringLedger = (which: LedgerOf): Promise<boolean> =>
  runDurableObjectAlarm(ledgerOf(which));
