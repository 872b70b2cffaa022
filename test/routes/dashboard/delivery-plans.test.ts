// The lists of deliveries, as SQLite would run them: those of one endpoint are found without walking all others'.
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/db/client.ts';
import {
  selectAttempts,
  selectCount,
  selectPage,
  type DeliveryFilter,
} from '../../../src/domain/webhooks/delivery-list-store.ts';
import { combinations, faultsOf, named, planOf } from '../../support/query-plans.ts';

const db = openDatabase(env.DB);
const SLICE = { offset: 40, limit: 20 };

const filters = combinations<DeliveryFilter>({
  endpointId: ['we_1'],
  state: [undefined, 'pending', 'delivered', 'dead'],
});

it.each(filters)(
  'finds deliveries by endpoint, and by state where it is asked: %j',
  async (filter) => {
    const queries = [
      [named('page', filter), selectPage(db, filter, SLICE).toSQL()],
      [named('attempts', filter), selectAttempts(db, filter, SLICE).toSQL()],
      [named('count', filter), selectCount(db, filter).toSQL()],
    ] as const;
    expect(await faultsOf(queries)).toEqual([]);
    const bound = filter.state === undefined ? 'endpoint_id=?' : 'endpoint_id=? AND state=?';
    for (const [name, query] of queries)
      expect([name, (await planOf(query)).join('\n')]).toEqual([
        name,
        expect.stringContaining(`(${bound})`),
      ]);
  },
);
