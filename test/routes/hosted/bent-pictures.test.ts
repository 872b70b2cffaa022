// The effect of pictures that look bent on a session (D-180), over HTTP.
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { angleOf } from '../../../src/vision/face/challenge.ts';
import type { MeasuredFace } from '../../../src/vision/face/face-wire.ts';
import {
  BENT_HEAD,
  MAX_BENT,
} from '../../../src/domain/verification/rules/evidence/bent-pictures.ts';
import { EdgeVisit, honest } from '../../support/visitor/edge-visit.ts';
import { oppositeOrder } from '../../support/visitor/lit-face.ts';

afterEach(() => void vi.useRealTimers());

/** Scores the turned pictures, while pictures at rest have a score of 0. */
const scoring =
  (score: number) =>
  ({ pose }: MeasuredFace) => ({ id: BENT_HEAD, score: angleOf(pose) >= 10 ? score : 0 });
const bent = scoring(MAX_BENT.standard + 1);
const straight = scoring(0);

const outcomeOf = async (visit: EdgeVisit) => {
  const { verified, checks, risk } = await visit.result();
  return { verified, band: risk.band, isTested: checks.liveness.tested.includes('texture') };
};

const STRICT = { accept: { liveness_level: 'strict' } };
const withSetting = (BENT_PICTURES: string) => (FACE: Fetcher) =>
  ({ ...env, FACE, BENT_PICTURES }) as Env;

async function tryMovements(visit: EdgeVisit): Promise<string | undefined> {
  await visit.move();
  return (await visit.reveal()).body.data.problem;
}

/** Makes an attempt with each score, up to the first that is accepted. */
async function tryScores(visit: EdgeVisit, scores: readonly number[]): Promise<boolean> {
  for (const score of scores) {
    visit.face.bent = scoring(score);
    await visit.move();
    if ((await visit.reveal()).body.data.step === 'age') return true;
  }
  return false;
}

describe.each([
  ['standard', {}],
  ['strict', STRICT],
] as const)('at %s', (level, request) => {
  const limit = MAX_BENT[level];

  it('fails the attempt, and the session after three', async () => {
    const visit = (await EdgeVisit.begin(request)).light();
    visit.face.bent = bent;
    expect(await tryMovements(visit)).toBe('not_accepted');
    expect(await tryMovements(visit)).toBe('not_accepted');
    await tryMovements(visit);
    const { verified, reason, risk } = await visit.result();
    expect([verified, reason, risk.band]).toEqual([false, 'liveness_failed', 'medium']);
  });

  it('accepts the limit and refuses what is above it', async () => {
    const begin = async () => (await EdgeVisit.begin(request)).light();
    expect(await tryScores(await begin(), [limit])).toBe(true);
    expect(await tryScores(await begin(), [limit + 0.1])).toBe(false);
  });

  it('judges each attempt together with those that looked bent', async () => {
    const begin = async () => (await EdgeVisit.begin(request)).light();
    expect(await tryScores(await begin(), [limit + 1, limit - 1])).toBe(true);
    expect(await tryScores(await begin(), [limit + 4, limit - 1, limit - 1])).toBe(false);
  });

  it('does not average an attempt with one that did not look bent', async () => {
    const visit = await EdgeVisit.begin(request);
    visit.light({ replay: oppositeOrder });
    visit.face.bent = straight;
    expect(await tryMovements(visit)).toBe('light_unclear');
    visit.light();
    visit.face.bent = scoring(limit + 1);
    expect(await tryMovements(visit)).toBe('not_accepted');
  });
});

it('keeps what an earlier attempt showed for the risk band', async () => {
  const visit = (await EdgeVisit.begin()).light();
  visit.face.bent = scoring(MAX_BENT.standard + 1);
  expect(await tryMovements(visit)).toBe('not_accepted');
  visit.face.bent = straight;
  await visit.pass();
  expect(await outcomeOf(visit)).toEqual({ verified: true, band: 'medium', isTested: true });
});

describe('where an operator sets BENT_PICTURES', () => {
  const begin = async (request: Record<string, unknown>, setting: string) => {
    const visit = (await EdgeVisit.begin(request, { bind: withSetting(setting) })).light();
    visit.face.bent = bent;
    return visit;
  };

  it.each([
    ['refuse', {}],
    ['strict', STRICT],
  ])('%s refuses in a session with %j', async (setting, request) => {
    expect(await tryMovements(await begin(request, setting))).toBe('not_accepted');
  });

  it.each([
    ['strict', {}],
    ['risk', {}],
    ['risk', STRICT],
  ])('%s only raises the risk band in a session with %j', async (setting, request) => {
    const visit = await begin(request, setting);
    await visit.pass();
    expect(await outcomeOf(visit)).toEqual({ verified: true, band: 'medium', isTested: true });
  });
});

it('stays on record when a later attempt looks real', async () => {
  const visit = await EdgeVisit.begin({}, { bind: withSetting('risk') });
  visit.light({ replay: oppositeOrder });
  visit.face.bent = bent;
  expect(await tryMovements(visit)).toBe('light_unclear');
  visit.face.bent = straight;
  visit.light();
  await visit.pass();
  expect(await outcomeOf(visit)).toEqual({ verified: true, band: 'medium', isTested: true });
});

it('is scored for a few pictures of the movements, and not for the age', async () => {
  const visit = (await EdgeVisit.begin()).light();
  await visit.pass();
  const [moved, aged] = visit.face.requests.map(
    ({ pictures }) => pictures.filter(({ isBentScored }) => isBentScored === true).length,
  );
  expect(moved).toBeGreaterThanOrEqual(5);
  expect(moved).toBeLessThanOrEqual(9);
  expect(aged).toBe(0);
});

it('is neither scored nor listed when BENT_PICTURES is off', async () => {
  const visit = (await EdgeVisit.begin({}, { bind: withSetting('off') })).light();
  visit.face.bent = bent;
  await visit.pass(honest);
  expect(await outcomeOf(visit)).toEqual({ verified: true, band: 'low', isTested: false });
  const pictures = visit.face.requests.flatMap((request) => request.pictures);
  expect(pictures.every(({ isBentScored }) => isBentScored === undefined)).toBe(true);
});
