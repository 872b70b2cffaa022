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

afterEach(() => void vi.useRealTimers());

const bent = ({ pose }: MeasuredFace) => ({
  id: BENT_HEAD,
  score: angleOf(pose) >= 10 ? MAX_BENT + 5 : 0,
});

const outcomeOf = async (visit: EdgeVisit) => {
  const { verified, checks, risk } = await visit.result();
  return { verified, band: risk.band, isTested: checks.liveness.tested.includes('texture') };
};

it('raises the risk band by one, and decides nothing', async () => {
  const visit = (await EdgeVisit.begin()).light();
  visit.face.bent = bent;
  await visit.pass();
  expect(await outcomeOf(visit)).toEqual({ verified: true, band: 'medium', isTested: true });
});

it('does so at strict as well', async () => {
  const visit = (await EdgeVisit.begin({ accept: { liveness_level: 'strict' } })).light();
  visit.face.bent = bent;
  await visit.pass();
  expect(await outcomeOf(visit)).toEqual({ verified: true, band: 'medium', isTested: true });
});

it('stays on record when a later attempt looks real', async () => {
  const visit = (await EdgeVisit.begin()).light({ replay: (drawn) => drawn.toReversed() });
  visit.face.bent = bent;
  await visit.move();
  await visit.reveal();
  visit.face.bent = () => ({ id: BENT_HEAD, score: 0 });
  visit.light();
  await visit.pass();
  expect(await outcomeOf(visit)).toMatchObject({ verified: true, isTested: true });
  expect((await outcomeOf(visit)).band).not.toBe('low');
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
