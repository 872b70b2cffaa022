// The lists of deliveries, as SQLite would run them: those of one endpoint are found without
// scanning all others.
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/db/client.ts';
import {
  countByDay,
  selectAttempts,
  selectPage,
  type DeliveryFilter,
} from '../../../src/domain/integration/webhooks/delivery-list-store.ts';
import { combinations, faultsOf, named, planOf } from '../../support/counted/query-plans.ts';

const db = openDatabase(env.DB);
const PLACE = { total: 100, beforeMs: Date.now(), skip: 3 };

const filters = combinations<DeliveryFilter>({
  endpointId: ['we_1'],
  state: [undefined, 'pending', 'delivered', 'dead'],
});

it.each(filters)(
  'finds deliveries by the index of the endpoint, and of the state if one is asked for: %j',
  async (filter) => {
    const queries = [
      [named('page', filter), selectPage(db, filter, PLACE, 20).toSQL()],
      [named('attempts', filter), selectAttempts(db, filter, PLACE, 20).toSQL()],
      [named('days', filter), countByDay(db, filter).toSQL()],
    ] as const;
    expect(await faultsOf(queries)).toEqual([]);
    const bound = filter.state === undefined ? 'endpoint_id=?' : 'endpoint_id=? AND state=?';
    for (const [name, query] of queries.slice(0, 2))
      expect([name, (await planOf(query)).join('\n')]).toEqual([
        name,
        expect.stringContaining(`(${bound} AND created_at_ms<?)`),
      ]);
  },
);
