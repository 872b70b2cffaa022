// `batchAround` returns the result of the chosen statement in a batch, regardless of its position.
import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batchAround, openDatabase } from '../../src/db/client.ts';
import { tenants } from '../../src/db/schema/index.ts';
import { makeTenant } from '../support/customer/tenants.ts';

const db = openDatabase(env.DB);

const rename = (id: string, name: string) =>
  db.update(tenants).set({ name }).where(eq(tenants.id, id)).returning({ name: tenants.name });

const nameOf = async (id: string): Promise<string | undefined> => {
  const [row] = await db.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, id));
  return row?.name;
};

test.each([
  [0, 0],
  [0, 2],
  [1, 0],
  [2, 1],
])(
  'with %i statements before it and %i after, the result of the middle statement is returned',
  async (before, after) => {
    const { id } = await makeTenant();
    const others = (count: number, place: string) =>
      Array.from({ length: count }, (_, n) => rename(id, `${place} ${n}`));

    const answer = await batchAround(
      db,
      others(before, 'before'),
      rename(id, 'main'),
      others(after, 'after'),
    );

    expect(answer).toEqual([{ name: 'main' }]);
    expect(await nameOf(id)).toBe(after === 0 ? 'main' : `after ${after - 1}`);
  },
);

test('a statement that fails rolls all of them back', async () => {
  const { id } = await makeTenant({ name: 'Cellar Door' });
  const failing = db
    .update(tenants)
    .set({ name: sql`NULL` })
    .where(eq(tenants.id, id));

  await expect(batchAround(db, [rename(id, 'a')], rename(id, 'b'), [failing])).rejects.toThrow(
    /NOT NULL/,
  );

  expect(await nameOf(id)).toBe('Cellar Door');
});
