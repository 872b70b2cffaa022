// Replays and incomplete submissions: repeated pictures and repeated movements are refused, and
// evidence that is missing raises the risk band or, on a strict site, fails the attempt.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PoseSample } from '../../src/vision/face/challenge.ts';
import { makeTenant, type TestTenant } from '../support/customer/tenants.ts';
import { EdgeVisit, honest } from '../support/visitor/edge-visit.ts';
import { goTo } from '../support/visitor/hosted.ts';
import { watchRefusals } from '../support/visitor/refusals.ts';
import { seeFace } from '../support/visitor/scripted-face.ts';

const refusals = watchRefusals();
afterEach(() => void vi.useRealTimers());

type Jpeg = Uint8Array<ArrayBuffer>;
/** A change to what the page sends after the movements. */
type Change = NonNullable<Parameters<EdgeVisit['move']>[1]>;
const DAY_MS = 24 * 60 * 60 * 1_000;
const STRICT = { accept: { liveness_level: 'strict' } };
const REFUSED = { step: 'liveness', problem: 'not_accepted', attempts_left: { liveness: 2 } };

/** Makes the visitor send the given files in turn, regardless of what the pictures should show. */
const sending = (visit: EdgeVisit, files: readonly Jpeg[]): void => {
  let next = 0;
  visit.develop = () => files[next++ % files.length] ?? new Uint8Array();
};

/** Passes the movement step. @returns the files of the pictures that the session drew from them */
async function passMovements(visit: EdgeVisit): Promise<Jpeg[]> {
  const { reveal } = (await visit.move()).body.data;
  const { kept } = visit;
  expect((await visit.reveal()).body.data.step).toBe('age');
  return reveal.times.map((t: number) => kept.get(t)?.jpeg);
}

describe('repeated pictures', () => {
  it('are refused when one file is committed to for many moments', async () => {
    const visit = await EdgeVisit.begin();
    const files: Jpeg[] = [];
    visit.develop = (jpeg) => (files[0] ??= jpeg);
    await visit.move();
    expect((await visit.reveal()).body.data).toMatchObject(REFUSED);
    expect(refusals()).toEqual(['liveness: equal_pictures']);
  });

  it('are refused in the age step when the movements have shown them', async () => {
    const visit = await EdgeVisit.begin();
    sending(visit, await passMovements(visit));
    await visit.estimate();
    expect((await visit.reveal()).body.data).toMatchObject({ step: 'age', problem: 'age_unclear' });
    expect(refusals()).toEqual(['age: equal_pictures']);
  });

  describe('that another check has shown', () => {
    let customer: TestTenant;
    let shown: Jpeg[];
    beforeEach(async () => {
      customer = await makeTenant();
      shown = await passMovements(await EdgeVisit.begin({}, { customer }));
    });

    /** @returns the reasons why a second check that sends the same pictures is refused */
    async function sendAgain(by: TestTenant): Promise<string[]> {
      const visit = await EdgeVisit.begin({}, { customer: by });
      sending(visit, shown);
      await visit.move();
      expect((await visit.reveal()).body.data).toMatchObject(REFUSED);
      return refusals();
    }

    it('are refused when that check belongs to the same customer', async () => {
      expect(await sendAgain(customer)).toEqual(['liveness: seen_before']);
    });

    it('are no longer recognised after a day, except equal pictures within the check', async () => {
      goTo(DAY_MS);
      expect(await sendAgain(customer)).toEqual(['liveness: equal_pictures']);
    });

    it('are not recognised across customers, so that nobody learns about another’s checks', async () => {
      expect(await sendAgain(await makeTenant())).toEqual(['liveness: equal_pictures']);
    });
  });

  it('are accepted when an upload is repeated because nothing could be measured', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    visit.face.failure = new Error('away');
    expect((await visit.reveal()).status).toBe(503);
    visit.face.failure = undefined;
    expect((await visit.reveal()).body.data.step).toBe('age');
    expect(refusals()).toEqual([]);
  });
});

describe('movements', () => {
  it('that contain those of the attempt before are refused, even among others', async () => {
    const visit = (await EdgeVisit.begin({ liveness_difficulty: 'hard' })).light();
    visit.reach = () => 1;
    await visit.move((at) => ({ ok: true, face: seeFace({ ...at, isFlat: true }) }));
    await visit.reveal();
    expect((await visit.move()).body.data).toMatchObject({ step: 'liveness' });
    expect(refusals()).toEqual(['liveness: flat', 'liveness: repeated_movement']);
    visit.reach = () => 0.8;
    await visit.move();
    expect((await visit.reveal()).body.data.step).toBe('age');
  });

  it('increase by one in each further attempt, to at most four', async () => {
    const visit = await EdgeVisit.begin({ liveness_difficulty: 'medium' });
    const asked: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { data } = (await visit.browser.step('liveness/challenge')).body;
      asked.push(data.actions.length);
      await visit.browser.step('liveness', { challenge_id: 'another', samples: [] });
    }
    expect(asked).toEqual([2, 3, 4]);
  });
});

describe('missing evidence raises the risk band:', () => {
  const asItIs: Change = (body) => body;
  const withoutReport: Change = ({ camera: _camera, ...body }) => body;
  /** Makes the movement so fast that no picture is taken between rest and peak. */
  const quickly: Change = (body) => {
    const rows: PoseSample[] = body.samples;
    const [, restYaw, restPitch] = rows[0] ?? [0, 0, 0];
    const degrees = ([, yaw, pitch]: PoseSample): number =>
      Math.max(Math.abs(yaw - restYaw), Math.abs(pitch - restPitch));
    const mostNear = (t: number): number =>
      Math.max(...rows.filter((row) => Math.abs(row[0] - t) < 700).map(degrees));
    const samples = rows.filter((row) => degrees(row) < 6 || degrees(row) > mostNear(row[0]) - 3);
    const left = new Set(samples.map(([t]) => t));
    return { ...body, samples, pictures: body.pictures.filter(([t]) => left.has(t)) };
  };

  it.each([
    ['nothing', asItIs, true, 'low'],
    ['a report of the camera', withoutReport, true, 'medium'],
    ['light', asItIs, false, 'medium'],
    ['a picture half the way', quickly, true, 'medium'],
    ['the report and light', withoutReport, false, 'high'],
  ] as const)('%s', async (_what, change, isLit, band) => {
    const visit = await EdgeVisit.begin({ liveness_difficulty: 'easy' });
    if (isLit) visit.light();
    await visit.move(honest, change);
    await visit.reveal();
    await visit.estimate();
    await visit.reveal();
    expect(await visit.result()).toMatchObject({ status: 'success', risk: { band } });
  });

  it.each([
    ['a report of the camera', withoutReport, 'incomplete', 'not_accepted'],
    ['a picture half the way', quickly, 'too_fast', 'too_fast'],
  ] as const)(
    'without %s the attempt fails on a strict site',
    async (_what, change, reason, problem) => {
      const visit = (await EdgeVisit.begin({ liveness_difficulty: 'easy', ...STRICT })).light();
      const { data } = (await visit.move(honest, change)).body;
      expect(data).toMatchObject({ step: 'liveness', problem, attempts_left: { liveness: 2 } });
      expect(refusals()).toEqual([`liveness: ${reason}`]);
      await visit.move();
      expect((await visit.reveal()).body.data.step).toBe('age');
    },
  );
});
