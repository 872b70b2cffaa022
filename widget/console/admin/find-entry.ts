// The entry that an act left in the audit.
import { pageOf, type Client } from '../api/client.ts';

/** Among the latest of its kind. What was done is done, whether its entry is found or not. */
export async function findEntry(
  client: Client,
  action: string,
  targetType: string,
  id: string | number,
): Promise<number | undefined> {
  const query = { action, target_type: targetType, per_page: 20 };
  const latest = pageOf(client.GET('/admin/v1/audit', { params: { query } }));
  const { rows } = await latest.catch(() => ({ rows: [] }));
  return rows.find(({ target_id: target }) => target === String(id))?.id;
}
