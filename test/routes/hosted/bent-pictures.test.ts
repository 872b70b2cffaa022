// The effect of pictures that look bent on a session (D-180), over HTTP.
import { env } from 'cloudflare:workers';
import { afterEach, expect, it, vi } from 'vitest';
import { angleOf } from '../../../src/vision/face/challenge.ts';
import type { MeasuredFace } from '../../../src/vision/face/face-wire.ts';
import {
  BENT_HEAD,
  MAX_BENT,
} from '../../../src/domain/verification/rules/evidence/bent-pictures.ts';
import { EdgeVisit, honest } from '../../support/visitor/edge-visit.ts';
import { oppositeOrder } from '../../support/visitor/lit-face.ts';

afterEach(() => void vi.useRealTimers());

const bent = ({ pose }: MeasuredFace) => ({
  id: BENT_HEAD,
  score: angleOf(pose) >= 10 ? MAX_BENT + 5 : 0,
});

const outcomeOf = async (visit: EdgeVisit) => {
  const { verified, checks, risk } = await visit.result();
  return { verified, band: risk.band, isTested: checks.liveness.tested.includes('texture') };
};

it('raises the risk band by one, and decides nothing at standard', async () => {
  const visit = (await EdgeVisit.begin()).light();
  visit.face.bent = bent;
  await visit.pass();
  expect(await outcomeOf(visit)).toEqual({ verified: true, band: 'medium', isTested: true });
});

const STRICT = { accept: { liveness_level: 'strict' } };

async function tryMovements(visit: EdgeVisit): Promise<string | undefined> {
  await visit.move();
  return (await visit.reveal()).body.data.problem;
}

it('fails the attempt at strict, and the session after three', async () => {
  const visit = (await EdgeVisit.begin(STRICT)).light();
  visit.face.bent = bent;
  expect(await tryMovements(visit)).toBe('not_accepted');
  expect(await tryMovements(visit)).toBe('not_accepted');
  await tryMovements(visit);
  const { verified, reason, risk } = await visit.result();
  expect([verified, reason, risk.band]).toEqual([false, 'liveness_failed', 'medium']);
});

it('leaves a strict session its other attempts', async () => {
  const visit = (await EdgeVisit.begin(STRICT)).light();
  visit.face.bent = bent;
  expect(await tryMovements(visit)).toBe('not_accepted');
  visit.face.bent = () => ({ id: BENT_HEAD, score: 0 });
  await visit.pass();
  expect(await outcomeOf(visit)).toEqual({ verified: true, band: 'medium', isTested: true });
});

it('only raises the band of a strict session when BENT_PICTURES is risk', async () => {
  const bind = (FACE: Fetcher): Env => ({ ...env, FACE, BENT_PICTURES: 'risk' }) as Env;
  const visit = (await EdgeVisit.begin(STRICT, { bind })).light();
  visit.face.bent = bent;
  await visit.pass();
  expect(await outcomeOf(visit)).toEqual({ verified: true, band: 'medium', isTested: true });
});

it('stays on record when a later attempt looks real', async () => {
  const visit = (await EdgeVisit.begin()).light({ replay: oppositeOrder });
  visit.face.bent = bent;
  expect(await tryMovements(visit)).toBe('light_unclear');
  visit.face.bent = () => ({ id: BENT_HEAD, score: 0 });
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
  const bind = (FACE: Fetcher): Env => ({ ...env, FACE, BENT_PICTURES: 'off' }) as Env;
  const visit = (await EdgeVisit.begin({}, { bind })).light();
  visit.face.bent = bent;
  await visit.pass(honest);
  expect(await outcomeOf(visit)).toEqual({ verified: true, band: 'low', isTested: false });
  const pictures = visit.face.requests.flatMap((request) => request.pictures);
  expect(pictures.every(({ isBentScored }) => isBentScored === undefined)).toBe(true);
});
