import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabase, type Database } from '../../src/db/client.ts';
import { rememberQuery } from '../../src/db/remembered-query.ts';
import { tenants } from '../../src/db/schema/index.ts';
import { makeTenant } from '../support/customer/tenants.ts';

const rememberNames = (onBuild: () => void) =>
  rememberQuery((db: Database) => {
    onBuild();
    return db
      .select({ found: { name: tenants.name } })
      .from(tenants)
      .where(eq(tenants.id, sql.placeholder('id')));
  });

test('a query is built once, and runs on the database and with the values of each call', async () => {
  const first = await makeTenant({ name: 'Cellar Door' });
  const second = await makeTenant({ name: 'Night Shop' });
  let built = 0;
  const names = rememberNames(() => (built += 1));
  const inSession = env.DB.withSession('first-primary');

  const rows = [
    await names.all(openDatabase(env.DB), { id: first.id }),
    await names.all(openDatabase(inSession), { id: second.id }),
    await names.all(openDatabase(env.DB), { id: 'nobody' }),
  ];

  expect(rows).toEqual([
    [{ found: { name: 'Cellar Door' } }],
    [{ found: { name: 'Night Shop' } }],
    [],
  ]);
  expect(inSession.getBookmark()).not.toBeNull();
  expect(built).toBe(1);
});

test('a missing value is an error, not NULL', async () => {
  const names = rememberNames(() => undefined);

  await expect(names.all(openDatabase(env.DB), {})).rejects.toThrow('"id"');
});
