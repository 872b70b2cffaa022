// The outcomes of a volume (D-178): which parts it stores, adds up and keeps.
import { beforeEach, describe, expect, it } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import type { OutcomePart, WantedParts } from '../../src/domain/operations/analytics/outcomes.ts';
import { alarmOf, ledgerOf, queryLedger, ringLedger } from '../support/customer/ledgers.ts';
import { partsIn } from '../support/customer/outcomes.ts';

let tenantId: string;

beforeEach(() => {
  tenantId = `ten_${randomToken(9)}`;
});

const part = (number: number, day: string, outcomes: object, id = `id-${number}`): OutcomePart => ({
  number,
  id,
  day,
  outcomes: JSON.stringify(outcomes),
});

const PARTS = [
  part(1, '2026-01-01', { country: { NL: [3, 1], DE: [1, 0] }, seconds: { '40': [4, 1] } }),
  part(2, '2026-01-02', { country: { NL: [0, 2] } }),
  part(3, '2026-01-01', { country: { DE: [-1, 0], ['__proto__']: [1, 0] } }),
];

const ALL: WantedParts = {
  from: '2026-01-01',
  to: '2026-01-31',
  kinds: ['country', 'seconds'],
  names: [],
  upTo: 99,
  except: [],
};

const sum = async (wanted: Partial<WantedParts> = {}) =>
  (await ledgerOf({ tenantId }).sumParts({ ...ALL, ...wanted })).outcomes.map(
    ({ kind, item, success, failed }) => `${kind} ${item} ${success} ${failed}`,
  );

const put = (...parts: OutcomePart[]) => ledgerOf({ tenantId }).putOutcomes(parts);

describe('parts', () => {
  it('are added up by kind and item, for the days, kinds and numbers that are asked for', async () => {
    await put(...PARTS);
    expect(await sum()).toEqual(['country NL 3 3', 'country __proto__ 1 0', 'seconds 40 4 1']);
    expect(await sum({ from: '2026-01-02', to: '2026-01-02' })).toEqual(['country NL 0 2']);
    expect(await sum({ from: '2026-01-03' })).toEqual([]);
    expect(await sum({ kinds: ['seconds', 'contest'] })).toEqual(['seconds 40 4 1']);
    expect(await sum({ kinds: ['country'], upTo: 2 })).toEqual([
      'country NL 3 3',
      'country DE 1 0',
    ]);
    expect(await sum({ kinds: ['country'], except: [1, 3] })).toEqual(['country NL 0 2']);
  });

  it('have counts by name and day, for the names that are asked for, also within joined names', async () => {
    await put(
      ...PARTS,
      part(4, '2026-01-02', { counts: { 'success+created': 2, created: 1, 'steps.5': 3 } }),
      part(5, '2026-01-02', { counts: { created: -1 } }),
      part(6, '2026-01-03', { counts: { 'failed+created': 4 } }),
    );
    const counts = async (wanted: Partial<WantedParts>) =>
      (await ledgerOf({ tenantId }).sumParts({ ...ALL, kinds: [], ...wanted })).counts
        .map(({ name, day, value }) => `${day} ${name} ${value}`)
        .toSorted();
    expect(await counts({})).toEqual([]);
    expect(await counts({ names: ['created', 'failed', 'funnel.camera'] })).toEqual([
      '2026-01-02 created -1',
      '2026-01-02 created 1',
      '2026-01-02 created 2',
      '2026-01-02 funnel.camera 3',
      '2026-01-03 created 4',
      '2026-01-03 failed 4',
    ]);
    expect(await counts({ names: ['success'], except: [4] })).toEqual([]);
  });

  it('are counted, on all days, as far as they are asked for', async () => {
    const found = async (wanted: Partial<WantedParts> = {}) =>
      (await ledgerOf({ tenantId }).sumParts({ ...ALL, ...wanted })).found;
    expect(await found()).toBe(0);
    await put(...PARTS);
    expect(await found({ from: '2026-01-03' })).toBe(3);
    expect(await found({ upTo: 2 })).toBe(2);
    expect(await found({ upTo: 2, except: [1, 3] })).toBe(1);
  });

  it('are stored once, however often they arrive and whatever arrived after them', async () => {
    await put(...PARTS);
    await put(PARTS[0]!);
    await put(...PARTS.slice(0, 2));
    expect(await partsIn({ tenantId })).toEqual(PARTS);
  });

  it('that D1 made before it was restored give way to those that it makes afterwards', async () => {
    await put(...PARTS);
    const again = part(2, '2026-01-04', { country: { FR: [1, 0] } }, 'other');
    await put(again);
    expect(await partsIn({ tenantId })).toEqual([PARTS[0], again]);
    await put(again, part(3, '2026-01-05', {}));
    expect((await partsIn({ tenantId })).map(({ id }) => id)).toEqual(['id-1', 'other', 'id-3']);
  });
});

describe('a volume', () => {
  it('stays empty when it is only asked', async () => {
    expect(await sum()).toEqual([]);
    expect(await queryLedger({ tenantId }, 'SELECT name FROM sqlite_master')).toEqual([]);
  });

  it('is kept while it has parts, although nothing else is in it and no alarm is set', async () => {
    await put(...PARTS);
    expect(await alarmOf({ tenantId })).toBeNull();
    // The alarm is set by a request-log line that has already expired. When it runs, it would
    // delete an empty volume.
    const line = { request_id: 'r', method: 'GET', route: '/', status: 200, code: null };
    await ledgerOf({ tenantId }).noteRequests([{ ...line, id: 1, duration_ms: 1 }], 1);
    expect(await ringLedger({ tenantId })).toBe(true);
    expect(await queryLedger({ tenantId }, 'SELECT id FROM requests')).toEqual([]);
    expect(await partsIn({ tenantId })).toEqual(PARTS);
    expect(await alarmOf({ tenantId })).toBeNull();
  });

  it('has none after it was erased, and takes new ones', async () => {
    await put(...PARTS);
    await ledgerOf({ tenantId }).erase();
    expect(await sum()).toEqual([]);
    expect(await queryLedger({ tenantId }, 'SELECT name FROM sqlite_master')).toEqual([]);
    await put(PARTS[0]!);
    expect(await partsIn({ tenantId })).toEqual([PARTS[0]]);
  });
});
