// The volumes of ledgers as the database lists them.
import { quote } from '../../database.ts';
import type { Query } from '../query.ts';

/** The key of a volume. Volumes are backed up in order of customer, mode and number. */
export interface ListedVolume {
  tenant_id: string;
  test: number;
  number: number;
}

/** @returns the path of the volume in the service */
export const pathOf = ({ tenant_id: customer, test, number }: ListedVolume): string =>
  `${customer}/${test === 1 ? 'test' : 'live'}/${number}`;

/**
 * Lists the volumes of existing customers.
 * @param from the first volume to list; by default, all are listed
 * @returns an empty list for a database that predates ledgers
 */
export async function listVolumes(query: Query, from?: ListedVolume): Promise<ListedVolume[]> {
  const [table] = await query("SELECT 1 FROM sqlite_master WHERE name = 'ledger_volumes'");
  if (table === undefined) return [];
  const isLater =
    from === undefined
      ? ''
      : `AND (tenant_id, test, number) >= (${quote(from.tenant_id)}, ${from.test}, ${from.number})`;
  return query<ListedVolume>(
    `SELECT tenant_id, test, number FROM ledger_volumes
     WHERE tenant_id IN (SELECT id FROM tenants) ${isLater} ORDER BY tenant_id, test, number`,
  );
}
