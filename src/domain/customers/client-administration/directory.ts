// Use cases for operators: listing the clients of all customers, and reading one of them.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { readLocatedPage } from '../../terms/locate-page.ts';
import { findClientAndTenant } from '../../openid/clients/store.ts';
import { countByDay, findClients, selectPage } from './list-store.ts';
import {
  readClientSearch,
  type ClientFilters,
  type ClientOverview,
  type ListedClient,
} from './listed-client.ts';

/**
 * Lists clients, newest first. A customer has at most fifty clients, and a search finds at most 76,
 * so the number of rows read does not grow with the table.
 * @param search the beginning of a name, or a whole `client_id`
 */
export async function listAllClients(
  ctx: Pick<Context, 'db'>,
  search: string | undefined,
  filters: ClientFilters,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: ListedClient[]; total: number }> {
  const wanted = readClientSearch(search);
  if (wanted !== undefined || filters.tenantId !== undefined) {
    const found = await findClients(ctx.db, wanted, filters);
    return { rows: found.slice(offset, offset + limit), total: found.length };
  }
  return readLocatedPage(await countByDay(ctx.db, filters), offset, (place) =>
    selectPage(ctx.db, filters, place, limit),
  );
}

/** @throws AppError NOT_FOUND, including for a deleted client */
export async function readAnyClient(ctx: Pick<Context, 'db'>, id: string): Promise<ClientOverview> {
  const found = await findClientAndTenant(ctx.db, id);
  if (found === undefined) throw notFound();
  return found;
}
