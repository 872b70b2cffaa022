// Evidence packs of an installation with sixty days of data (D-161, D-164). Every number is
// compared with plain SQL over the sessions themselves, not over the counters that the pack is
// built from.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { entriesInLedger, moveLog } from '../support/customer/audit-log.ts';
import { fetchPack, openPack, partOf } from '../support/customer/evidence-pack.ts';
import {
  fillInstallation,
  filledPeriod,
  type Filled,
} from '../support/customer/filled-installation.ts';
import { moveOutcomes } from '../../src/domain/operations/analytics/move-outcomes.ts';
import { recountRollups } from '../../src/domain/operations/analytics/recount.ts';
import { outcomeRows, partsIn } from '../support/customer/outcomes.ts';
import { withContext } from '../support/installation/context.ts';

let filled: Filled;
beforeEach(async () => {
  filled = await fillInstallation();
}, 60_000);

const fetchOf = (jurisdiction: string) =>
  fetchPack(filled.tenant.owner.token, { jurisdiction, ...filledPeriod() });
const bytesOf = async (jurisdiction: string) =>
  new Uint8Array(await (await fetchOf(jurisdiction)).arrayBuffer());
const partsOf = async (jurisdiction: string) => {
  const files = await openPack(await fetchOf(jurisdiction));
  return (name: string) => partOf(files, name);
};

type Rows = Record<string, string | number | null>[];

/**
 * Counts the customer's live sessions that ended in the period, by item and status. Retaken
 * sessions are left out.
 */
async function countBy(item: string): Promise<Rows> {
  const { results } = await env.DB.prepare(
    `SELECT ${item} AS item, status, count(*) AS n FROM verification_sessions
     WHERE tenant_id = ? AND test = 0 AND status <> 'retaken' AND date(completed_at_ms / 1000, 'unixepoch') BETWEEN ? AND ?
     GROUP BY 1, 2`,
  )
    .bind(filled.tenant.id, filledPeriod().from, filledPeriod().to)
    .all();
  return results as Rows;
}

const numberOf = (rows: Rows, match: Record<string, string>): number =>
  rows
    .filter((row) => Object.entries(match).every(([name, value]) => row[name] === value))
    .reduce((sum, { n }) => sum + Number(n), 0);

/**
 * Expects every number shown for an item to equal the number of its sessions, and to be at least
 * ten.
 */
function compare(counted: Rows, item: string, cells: Record<string, number | null>): void {
  const shown = Object.entries(cells).filter(([, value]) => value !== null);
  const expected = shown.map(([status]) => [status, numberOf(counted, { item, status })]);
  expect([item, shown]).toEqual([item, expected]);
  expect(shown.filter(([, value]) => Number(value) < 10)).toEqual([]);
}

describe.each(['GB', 'FR'])('the pack of a filled installation for %s', (jurisdiction) => {
  it('counts what the sessions contain, and shows no number below ten', async () => {
    const figures = (await partsOf(jurisdiction))('figures');
    const ends = await countBy("'all'");
    for (const status of ['success', 'failed', 'expired', 'canceled'])
      expect([status, figures.totals[status]]).toEqual([status, numberOf(ends, { status })]);
    const lists = [
      [figures.by_country.rows, await countBy('ip_country')],
      [figures.by_method.rows, await countBy('verification_type')],
      [figures.by_reason.rows, await countBy('reason')],
    ] as const;
    for (const [rows, counted] of lists) {
      expect(rows.length).toBeGreaterThan(1);
      for (const { item, ...cells } of rows) compare(counted, item, cells);
    }
    const days = await countBy("date(completed_at_ms / 1000, 'unixepoch')");
    const months = await countBy("strftime('%Y-%m', completed_at_ms / 1000, 'unixepoch')");
    for (const { month, ...cells } of figures.by_month) compare(months, month, cells);
    for (const { day, ...cells } of figures.by_day) compare(days, day, cells);
    expect(figures.by_day).toHaveLength(60);
  });

  it('reports contests, reviews and erasures correctly', async () => {
    const part = await partsOf(jurisdiction);
    const contests = part('contests');
    const { results } = await env.DB.prepare(
      `SELECT status, (completed_at_ms - created_at_ms) / 1000 AS seconds FROM verification_sessions
       WHERE tenant_id = ? AND contested ORDER BY seconds`,
    )
      .bind(filled.tenant.id)
      .all<{ status: string; seconds: number }>();
    const rounded = results.map(({ seconds }) =>
      seconds < 120 ? seconds : Math.floor(seconds / 10) * 10,
    );
    expect(contests).toMatchObject({
      contested: results.length,
      overturned: results.filter(({ status }) => status === 'success').length,
      time_to_decision: {
        timed: results.length,
        median_seconds: rounded[Math.ceil(rounded.length * 0.5) - 1],
        ninetieth_percentile_seconds: rounded[Math.ceil(rounded.length * 0.9) - 1],
      },
      reviews: {
        decisions: [
          { decision: 'approve', count: 24 },
          { decision: 'reject', count: 12 },
        ],
        time_to_decision: {
          timed: 36,
          median_seconds: 1_800 + 900 * 17,
          ninetieth_percentile_seconds: 1_800 + 900 * 32,
        },
        over_deadline: 12,
        timed_whole_period: true,
      },
    });
    const erased = await env.DB.prepare(
      `SELECT count(*) AS n FROM verification_sessions WHERE tenant_id = ? AND test = 0 AND erased_at_ms IS NOT NULL`,
    )
      .bind(filled.tenant.id)
      .first<{ n: number }>();
    expect(part('retention').proof).toMatchObject({
      sessions_erased: erased?.n,
      counts_whole_period: true,
    });
    expect(part('incidents').recorded).toHaveLength(2);
    expect(
      part('certificates').added.map((one: Record<string, string>) => one['on_last_day']),
    ).toEqual(['valid', 'expired']);
    expect(part('changes').entries).toHaveLength(3);
  });

  it('is identical when it is made twice, even after the nightly recount and the move of its days and entries', async () => {
    const first = await bytesOf(jurisdiction);
    expect((await withContext((ctx) => recountRollups(ctx))).outcomeDays).toBe(0);
    expect(await bytesOf(jurisdiction)).toEqual(first);
    await withContext((ctx) => moveOutcomes(ctx));
    expect((await partsIn({ tenantId: filled.tenant.id })).length).toBeGreaterThan(10);
    expect(await outcomeRows('outcome_parts', filled.tenant.id)).not.toEqual([]);
    expect(await bytesOf(jurisdiction)).toEqual(first);
    for (let run = 0; run < 3; run += 1) await withContext((ctx) => moveOutcomes(ctx));
    expect(await outcomeRows('outcome_parts', filled.tenant.id)).toEqual([]);
    expect(await bytesOf(jurisdiction)).toEqual(first);
    await withContext((ctx) => moveLog(ctx));
    // Most of the 36 decisions and both changes of settings are old enough.
    expect((await entriesInLedger(filled.tenant.id)).length).toBeGreaterThan(30);
    expect(await bytesOf(jurisdiction)).toEqual(first);
  });

  it('contains no personal data in any file: no name, mail, id or address', async () => {
    const files = await openPack(await fetchOf(jurisdiction));
    expect(filled.personal.length).toBeGreaterThan(2_000);
    const found = [...files].flatMap(([name, text]) =>
      filled.personal.filter((one) => one !== '' && text.includes(one)).map((one) => [name, one]),
    );
    expect(found).toEqual([]);
  });
});
