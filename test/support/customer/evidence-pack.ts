// A customer with final figures for the last month, and its evidence pack, unzipped.
import { env, exports } from 'cloudflare:workers';
import { strFromU8, unzipSync } from 'fflate';
import { DAILY } from '../../../src/domain/operations/health/schedule.ts';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';
import { dayOf } from '../../../src/domain/terms/locate-page.ts';
import { withContext } from '../installation/context.ts';
import { makeDashboardTenant, type DashboardTenant } from '../staff/dashboard.ts';
import { sessionEvent } from './session-events.ts';

const DAY_MS = 86_400_000;
export const daysAgo = (count: number): string => dayOf(Date.now() - count * DAY_MS);

/** The thirty days before today. */
export const lastMonth = () => ({ from: daysAgo(30), to: daysAgo(1) });

/** A person whose data must not appear in a pack. */
export const PERSON = {
  mail: 'mira.quast@example.org',
  userId: 'u-mira-quast-77',
  ip: '198.51.100.77',
};

export const noteNightlyRun = (atMs = Date.now(), failed: string[] = []) =>
  env.DB.prepare(
    `INSERT INTO schedule_runs VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET started_at_ms = excluded.started_at_ms, failed = excluded.failed, succeeded_at_ms = excluded.succeeded_at_ms`,
  )
    .bind(DAILY, atMs, atMs, JSON.stringify(failed), failed.length === 0 ? atMs : null)
    .run();

/**
 * Creates a customer with 69 checks over several days: passed, failed and cancelled, from three
 * countries and of two kinds. Some of these groups are too small to be shown.
 */
export async function makeFilledTenant(): Promise<DashboardTenant> {
  const tenant = await makeDashboardTenant();
  const mine = { tenantId: tenant.id, externalUserId: PERSON.userId };
  const events = [
    ...Array.from({ length: 40 }, (_, n) =>
      sessionEvent(`s${n}`, 'success', 2 + (n % 3), { ...mine, ipCountry: n < 37 ? 'NL' : 'MT' }),
    ),
    ...Array.from({ length: 14 }, (_, n) =>
      sessionEvent(`f${n}`, 'failed', 5, { ...mine, ipCountry: 'NL', reason: 'liveness_failed' }),
    ),
    ...Array.from({ length: 12 }, (_, n) =>
      sessionEvent(`d${n}`, 'success', 6, {
        ...mine,
        ipCountry: 'DE',
        verificationType: 'id_verification',
      }),
    ),
    ...Array.from({ length: 3 }, (_, n) =>
      sessionEvent(`c${n}`, 'canceled', 7, { ...mine, verificationType: null }),
    ),
  ];
  await withContext((ctx) => consumeSessionEvents(ctx, events));
  await noteNightlyRun();
  return tenant;
}

export function fetchPack(token: string, query: Record<string, string>): Promise<Response> {
  const asked = new URLSearchParams(query).toString();
  const url = `http://localhost:8787/dashboard/v1/compliance/pack?${asked}`;
  return exports.default.fetch(new Request(url, { headers: { Authorization: `Bearer ${token}` } }));
}

export async function openPack(response: Response): Promise<Map<string, string>> {
  if (response.status !== 200) throw new Error(await response.text());
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return new Map(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/**
 * @param files the result of openPack
 * @returns the data in one of the pack's JSON files, such as `rules`
 */
export const partOf = (files: ReadonlyMap<string, string>, name: string) =>
  JSON.parse(files.get(`${name}.json`) ?? 'null').data;
