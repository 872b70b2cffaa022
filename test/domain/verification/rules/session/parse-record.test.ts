// Flat records that the tests of an earlier version of the service stored, each with the result,
// event and receipt that the earlier version derived from it. The current version must derive the
// same from these records.
import { describe, expect, it } from 'vitest';
import {
  parseNewSession,
  parseRecord,
  parseTombstone,
  type FlatRecord,
} from '../../../../../src/domain/verification/rules/session/parse-record.ts';
import { receiptOf } from '../../../../../src/domain/verification/rules/session/receipt.ts';
import {
  resultOf,
  toSessionEvent,
} from '../../../../../src/domain/verification/rules/session/result.ts';
import type { ConsentScope } from '../../../../../src/domain/verification/rules/session/consent-state.ts';
import {
  newRecord,
  type SessionRecord,
} from '../../../../../src/domain/verification/rules/session/session.ts';

interface FlatCase {
  name: string;
  nowMs: number;
  stored: FlatRecord;
  result: object;
  event: object;
  receipt: object | null;
}

const { default: lines } = await import('./flat-records.jsonl?raw');
const CASES = lines
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as FlatCase);

/** The members of a record in the current form. */
const MEMBERS = new Set(
  'id test tenant request asked offer chain secrets visitor handoff consent state current steps checks signals received funnel times end notices'.split(
    ' ',
  ),
);

const caseOf = (start: string): FlatRecord => {
  const found = CASES.find(({ name }) => name.startsWith(start));
  if (found === undefined) throw new Error(`No flat record ${start}.`);
  return found.stored;
};

describe('a flat record of an older version', () => {
  it('exists for every status and every kind', () => {
    const names = CASES.map(({ name }) => name).join('\n');
    for (const status of [
      'pending',
      'in_progress consent',
      'in_progress liveness',
      'in_progress age',
      'in_progress face',
      'in_progress document',
      'in_progress review',
      'pending_tenant_review',
      'awaiting_retake',
      'success',
      'failed',
      'canceled',
      'expired',
      'retaken failed',
      'retaken expired',
    ])
      expect(names).toMatch(new RegExp(`^${status}\\b`, 'm'));
    for (const kind of ['document', 'review', 'retake', 'erased', 'handed off', 'face check'])
      expect(names).toContain(kind);
  });

  it.each(CASES)('gives the same results as before: $name', ({ nowMs, stored, ...said }) => {
    const record = parseRecord(stored);
    const { result: _result, ...event } = toSessionEvent(record, 'completed', nowMs);
    // The earlier version did not report `level` and `tested`.
    const { level: _level, tested: _tested, ...liveness } = resultOf(record).checks.liveness;
    const result = resultOf(record);
    expect({ ...result, checks: { ...result.checks, liveness } }).toEqual(said.result);
    expect(event).toEqual(said.event);
    expect(receiptOf(record, nowMs) ?? null).toEqual(said.receipt);
  });

  it.each(CASES)(
    'is converted to the current form, and that form stays unchanged: $name',
    ({ stored }) => {
      const record = parseRecord(stored);
      expect(Object.keys(record).filter((name) => !MEMBERS.has(name))).toEqual([]);
      expect(parseRecord(structuredClone(record))).toEqual(record);
      expect(JSON.stringify(record)).not.toMatch(/isBlocked|null/);
    },
  );

  it('keeps the visitor’s current step, and what is known about each step', () => {
    const taken = parseRecord(caseOf('in_progress face'));
    expect(taken.current).toEqual({ reveal: caseOf('in_progress face').reveal });
    const phone = caseOf('in_progress consent (handed off)');
    expect(parseRecord(phone).handoff).toMatchObject({ ...phone.handoff });
    const read = caseOf('failed (document, review)');
    expect(parseRecord(read).steps).toMatchObject({
      liveness: { failures: read.failures.liveness, challengesIssued: read.challengesIssued },
      document: { failures: read.failures.document ?? 0, answered: read.answeredDocument },
      review: read.review,
    });
  });

  it('without later members counts as measured on the device, and as judged where an age attempt ended', () => {
    const {
      measured: _place,
      asked: _asked,
      serviceMarginYears: _years,
      ...bare
    } = caseOf('failed');
    const { ageJudged: _judged, ...oldest } = bare;
    const failures = { liveness: 0, age: 1 };
    const { asked, offer, request, steps } = parseRecord({ ...oldest, checks: {}, failures });
    expect(offer).toMatchObject({ measured: 'device', serviceMarginYears: 0 });
    expect(asked).toMatchObject({ mode: request.mode });
    expect(steps).toMatchObject({ age: { isJudged: true }, document: { failures: 0 } });
    const none = parseRecord({ ...oldest, checks: {}, failures: { liveness: 1, age: 0 } });
    expect(none.steps.age.isJudged).toBe(false);
  });

  it('keeps the medians of its attempts on the device, and every picture at the edge', () => {
    const begun = caseOf('in_progress age');
    const { agesSeen: _seen, ...device } = begun;
    expect(parseRecord({ ...device, ageCentres: [20.5] }).steps.age.shown).toEqual([
      { ageNet: 20.5 },
    ]);
    const agesSeen = [{ ageNet: 20, faceres: 22 }];
    expect(parseRecord({ ...device, agesSeen }).steps.age.shown).toEqual(agesSeen);
  });
});

describe('a record at the document step', () => {
  const document = { allowed: ['passport' as const], stepUp: true };
  const at = (mode: 'auto' | 'document', scopes?: readonly ConsentScope[]): SessionRecord => {
    const record = parseRecord(caseOf('in_progress document'));
    return {
      ...record,
      request: { ...record.request, purpose: 'age_verification', mode },
      offer: { ...record.offer, documents: document },
      current: { document: { nonce: 'n', uploads: 0 } },
      consent: { notice: '9', atMs: 1, ...(scopes && { scopes }) },
    };
  };
  const asked = { state: { status: 'in_progress', step: 'consent' }, current: {} };

  it('returns to consent when no consent or page has named a document', () => {
    expect(parseRecord(at('auto'))).toMatchObject(asked);
    expect(parseRecord(at('auto', ['face']))).toMatchObject(asked);
  });

  it('stays at its step when the person consented, or the page of that time named documents', () => {
    for (const record of [at('auto', ['face', 'document']), at('document')])
      expect(parseRecord(record)).toEqual(record);
  });
});

it('a stored flat plan of a retake creates the same session as before', () => {
  const stored = caseOf('pending');
  expect(newRecord(stored.id, parseNewSession(stored))).toEqual({
    ...parseRecord(stored),
    notices: { version: 0 },
  });
  const plan = parseNewSession(stored);
  expect(parseNewSession(plan)).toBe(plan);
});

it('the tombstone of an erased session keeps its hashes', () => {
  const rest = { test: false, tenant: { id: 'ten_1' }, untilMs: 7 };
  const hashes = { initHash: 'i', resultHash: 'r' };
  expect(parseTombstone({ ...rest, ...hashes })).toEqual({ ...rest, secrets: hashes });
  const today = { ...rest, secrets: hashes };
  expect(parseTombstone(today)).toBe(today);
});

it('an invalid record throws an error', () => {
  expect(() => parseRecord({ version: 1 } as FlatRecord)).toThrow(TypeError);
});
