// GET /admin/v1/passes: how many age passes were issued and redeemed, by month and bracket (D-152).
import { expect, it } from 'vitest';
import { keepPassKeys } from '../../../src/domain/platform/age-passes/pass-keys.ts';
import { monthAfter, monthOf } from '../../../src/domain/platform/age-passes/pass-month.ts';
import {
  addIssued,
  addRedeemed,
  listPassKeys,
} from '../../../src/domain/platform/age-passes/store.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';

it('counts passes by month and bracket, both classes together, in steps of fifty', async () => {
  const ctx = makeContext();
  await keepPassKeys(ctx);
  const month = monthOf(ctx.now());
  const keys = (await listPassKeys(ctx.db)).filter(
    (key) => key.month === month && key.bracket === 18,
  );
  const [first, second] = keys.map(({ id }) => id);
  await addIssued(ctx.db, first ?? '', 80);
  await addIssued(ctx.db, second ?? '', 30);
  for (let spent = 0; spent < 49; spent += 1) await addRedeemed(ctx.db, first ?? '');
  await keepPassKeys(ctx);
  const { token } = await makeAdmin({ role: 'analyst' });
  const { status, body } = await ask('GET', '/passes', token);
  expect(status).toBe(200);
  const rows = body.data as { month: string; bracket: string }[];
  const months = [month, monthAfter(month)];
  expect(rows.map((row) => `${row.month} ${row.bracket}`)).toEqual(
    months.flatMap((one) => ['12+', '15+', '18+', '21+', '25+'].map((age) => `${one} ${age}`)),
  );
  expect(rows[2]).toEqual({ month, bracket: '18+', issued_at_least: 100, spent_at_least: 0 });
  expect(Object.keys(rows[0] ?? {})).toEqual([
    'month',
    'bracket',
    'issued_at_least',
    'spent_at_least',
  ]);
});
