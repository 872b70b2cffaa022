// When a database is restored to an earlier state while the ledgers stay as they are (D-178), the
// figures match the restored state.
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { moveOutcomes } from '../../../../src/domain/operations/analytics/move-outcomes.ts';
import { freezeDays } from '../../../../src/domain/operations/analytics/outcome-store.ts';
import { firstKeptDay } from '../../../../src/domain/operations/analytics/outcomes.ts';
import { dayOf } from '../../../../src/domain/terms/locate-page.ts';
import {
  countsOf,
  endSession,
  outcomeRows,
  outcomesOf,
  partsIn,
  retakeSession,
} from '../../../support/customer/outcomes.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { makeContext } from '../../../support/installation/context.ts';

const DAY_MS = 86_400_000;
const TABLES = [
  'billed_days',
  'daily_counts',
  'outcome_days',
  'outcome_parts',
  'outcomes_frozen',
] as const;

let tenantId: string;

beforeEach(async () => {
  ({ id: tenantId } = await makeTenant());
});

const ageOf = (days: number): string => dayOf(Date.now() - days * DAY_MS);
const end = (ageDays: number, country: string) =>
  endSession({ tenantId, country, atMs: Date.now() - ageDays * DAY_MS });
const fill = async () => {
  for (const [age, country] of [
    [30, 'NL'],
    [12, 'NL'],
    [12, 'DE'],
    [11, 'PL'],
    [0, 'FR'],
  ] as const)
    await end(age, country);
};

const move = () => moveOutcomes(makeContext());
const freeze = () => {
  const { db } = makeContext();
  return freezeDays(db, { beforeDay: firstKeptDay(Date.now()), limit: 300, nowMs: Date.now() });
};

const figures = async () =>
  Promise.all(
    [
      [40, 0],
      [12, 12],
      [11, 0],
    ].map(async ([from = 0, to = 0]) => {
      const span = { from: ageOf(from), to: ageOf(to) };
      const { country } = await outcomesOf(makeContext(), tenantId, span);
      return { country, counts: await countsOf(makeContext(), tenantId, span) };
    }),
  );

const stateOf = () => Promise.all(TABLES.map((table) => outcomeRows(table, tenantId)));

/** Restores a customer's rows of figures to an earlier state; the ledgers stay as they are. */
async function restore(state: Awaited<ReturnType<typeof outcomeRows>>[]): Promise<void> {
  for (const [at, table] of TABLES.entries()) {
    await env.DB.prepare(`DELETE FROM ${table} WHERE tenant_id = ?`).bind(tenantId).run();
    for (const row of state[at] ?? []) {
      const places = Object.keys(row).map(() => '?');
      await env.DB.prepare(
        `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${places.join()})`,
      )
        .bind(...Object.values(row))
        .run();
    }
  }
}
it('a restored database has the figures of then, before and after it moves the same days again', async () => {
  await end(20, 'NL');
  await move();
  await fill();
  const [state, before] = [await stateOf(), await figures()];
  await move();
  const id = await end(12, 'PL');
  await move();
  await retakeSession(id);
  await move();
  expect(await partsIn({ tenantId })).toHaveLength(6);
  await restore(state);
  expect(await figures()).toEqual(before);
  await freeze();
  expect(await figures()).toEqual(before);
  await move();
  expect(await figures()).toEqual(before);
  expect(await partsIn({ tenantId })).toHaveLength(4);
});

it('a restored database takes parts that it still has for the same ones', async () => {
  await fill();
  await freeze();
  const [state, before] = [await stateOf(), await figures()];
  await move();
  await end(12, 'PL');
  await move();
  await restore(state);
  expect(await figures()).toEqual(before);
  await move();
  expect(await figures()).toEqual(before);
  await end(12, 'FR');
  await move();
  const [all, ofDay] = await figures();
  expect([all?.country?.['FR'], all?.country?.['PL']]).toEqual([
    [2, 0],
    [1, 0],
  ]);
  expect(ofDay?.counts['success']).toEqual({ [ageOf(12)]: 3 });
});
