// Exports of a customer's sessions from D1 and its ledger while sessions move between the two: each
// session is in the exported file exactly once.
import { beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '../../../../src/domain/terms/locate-page.ts';
import { exportSessions } from '../../../../src/domain/verification/session-list/export-sessions.ts';
import type { LedgerSession } from '../../../../src/domain/verification/session-list/ledger-session.ts';
import type { SessionFilter } from '../../../../src/domain/verification/session-list/session-filter.ts';
import {
  deleteInD1,
  listedSession,
  moveToVolume,
  putInD1,
  putInVolume,
} from '../../../support/customer/listed-sessions.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { staffOf } from '../../../support/customer/webhooks.ts';
import { makeContext } from '../../../support/installation/context.ts';

/** The size of a batch (EXPORT_BATCH). */
const BATCH = 2_500;
const NOON = Date.parse(`${dayOf(Date.now())}T12:00:00Z`);
const idOf = (n: number): string => n.toString(16).padStart(64, '0');

let tenantId: string;

beforeEach(async () => {
  tenantId = (await makeTenant()).id;
});

/**
 * Exports sessions.
 * @param between called after each batch with its number, from 1
 */
async function exported(
  filter: Partial<SessionFilter> = {},
  between: (batch: number) => Promise<void> = async () => undefined,
) {
  const all = { tenantId, test: false, ...filter };
  const rows: { id: string; status: string; created_at_ms: number }[] = [];
  let batches = 0;
  for await (const batch of await exportSessions(makeContext(), staffOf(tenantId), all)) {
    rows.push(...batch);
    batches += 1;
    await between(batches);
  }
  const times = rows.map((row) => row.created_at_ms);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  return { ids: rows.map(({ id }) => id), rows, batches };
}

/** Creates sessions, latest first, `together` of them in each millisecond. */
const sessions = (from: number, count: number, together = 1): LedgerSession[] =>
  Array.from({ length: count }, (_, n) =>
    listedSession(idOf(from + n), NOON - Math.floor((from + n) / together), {
      external_user_id: 'u-1',
    }),
  );

const sorted = (ids: readonly string[]) => ids.toSorted();
const ids = (rows: readonly LedgerSession[]) => sorted(rows.map(({ id }) => id));

describe('exactly once', () => {
  it.each([{}, { status: 'success' }, { externalUserId: 'u-1' }])(
    'each session of D1 and two volumes, filter %o',
    async (filter) => {
      const all = sessions(0, 2 * BATCH + 100, 40);
      await putInD1({ tenantId }, all.slice(0, 2_000));
      await putInVolume({ tenantId, number: 2 }, all.slice(2_000, 4_000));
      await putInVolume({ tenantId, number: 1 }, all.slice(4_000));
      const { ids: found, batches } = await exported(filter);
      expect([sorted(found), batches]).toEqual([ids(all), 3]);
    },
  );

  it.each([{}, { status: 'success' }])(
    'while sessions move between batches, also to a volume that is opened then, filter %o',
    async (filter) => {
      const all = sessions(0, 3 * BATCH, 70);
      await putInD1({ tenantId }, all);
      const { ids: found } = await exported(filter, async (batch) => {
        // Some of these sessions have already been exported, some are from the last exported
        // millisecond, and some are still to come.
        if (batch === 1) await moveToVolume({ tenantId }, all.slice(BATCH - 100, BATCH + 900));
        if (batch === 2)
          await moveToVolume({ tenantId, number: 2 }, [
            ...all.slice(0, 10),
            ...all.slice(2 * BATCH - 10),
          ]);
      });
      expect(sorted(found)).toEqual(ids(all));
    },
  );

  it('when all are moved after the first batch', async () => {
    const all = sessions(0, 2 * BATCH + 7, 3);
    await putInD1({ tenantId }, all);
    const { ids: found } = await exported({}, async (batch) => {
      if (batch === 1) await moveToVolume({ tenantId }, all);
    });
    expect(sorted(found)).toEqual(ids(all));
  });

  it('when sessions come back to D1 for a late event, exported or not', async () => {
    const all = sessions(0, 2 * BATCH + 50, 30);
    await putInD1({ tenantId }, all.slice(-1));
    await putInVolume({ tenantId }, all.slice(0, -1));
    const back = [...all.slice(10, 20), ...all.slice(BATCH - 20, BATCH + 40)];
    const { rows } = await exported({}, async (batch) => {
      const retaken = back.map((row) => ({ ...row, version: 4, status: 'retaken' }));
      if (batch === 1) await putInD1({ tenantId }, retaken);
    });
    expect(sorted(rows.map(({ id }) => id))).toEqual(ids(all));
    expect(rows.at(BATCH + 5)?.status).toBe('retaken');
  });

  it('when thousands are of the same millisecond', async () => {
    const all = sessions(0, 3 * BATCH, 100_000);
    await putInD1({ tenantId }, all.slice(0, 3_000));
    await putInVolume({ tenantId }, all.slice(3_000));
    const { ids: found, batches } = await exported();
    expect([sorted(found), batches]).toEqual([ids(all), 4]);
  });
});

describe('a session that is in D1 and in a volume', () => {
  it('is exported once, as D1 has it', async () => {
    const all = sessions(0, BATCH + 100, 20);
    const changed = all.map((row, n) =>
      n % 50 === 0 ? { ...row, version: 4, status: 'retaken' } : row,
    );
    await putInD1({ tenantId }, changed);
    await putInVolume({ tenantId }, all);
    const { rows } = await exported();
    expect(sorted(rows.map(({ id }) => id))).toEqual(ids(all));
    expect(rows.filter(({ status }) => status === 'retaken')).toHaveLength(52);
    expect((await exported({ status: 'retaken' })).ids).toHaveLength(52);
    const succeeded = changed.filter(({ status }) => status === 'success');
    expect(sorted((await exported({ status: 'success' })).ids)).toEqual(ids(succeeded));
    await deleteInD1(all.map(({ id }) => id));
    expect(sorted((await exported({ status: 'success' })).ids)).toEqual(ids(all));
  });
});
