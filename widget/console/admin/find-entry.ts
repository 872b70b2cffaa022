// Finds the audit entry of an action that has just been taken.
import { pageOf, type Client } from '../api/client.ts';

/**
 * Looks for the audit entry among the latest entries for this type of action. The action has
 * succeeded even if its entry is not found.
 */
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
