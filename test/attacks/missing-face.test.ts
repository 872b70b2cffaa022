// Checks in which the session draws a picture without a detectable face (D-87). This happens in
// honest checks too, so a different picture is drawn instead. An attacker gains nothing by hiding a
// picture in this way.
import { decodeJwt } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MeasuredFace } from '../../src/vision/face/face-wire.ts';
import { EdgeVisit } from '../support/visitor/edge-visit.ts';
import { goTo } from '../support/visitor/hosted.ts';
import { watchRefusals } from '../support/visitor/refusals.ts';
import { seeFace } from '../support/visitor/scripted-face.ts';

const refusals = watchRefusals();
afterEach(() => void vi.useRealTimers());

describe('a picture in which no face is found (D-87)', () => {
  /** Makes the net find no face in the pictures taken at the given times. */
  const spoil = ({ face }: EdgeVisit, times: readonly number[]): void => {
    const before = face.altered;
    face.altered = (t, seen) =>
      times.includes(t) ? { ok: false, fault: 'no_face' } : before(t, seen);
  };

  const begin = async () => {
    const visit = await EdgeVisit.begin();
    const { reveal } = (await visit.move()).body.data;
    return { visit, times: reveal.times as number[] };
  };

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'costs no attempt: the page sends another picture that it had committed to (picture %i)',
    async (index) => {
      const { visit, times } = await begin();
      spoil(visit, [times[index] ?? 0]);
      const { data } = (await visit.reveal()).body;
      expect(data).toMatchObject({ step: 'age', attempts_left: { liveness: 3 } });
      expect(data.reveal.times).toHaveLength(1);
      expect(times).not.toContain(data.reveal.times[0]);
      expect([...visit.kept.keys()]).toContain(data.reveal.times[0]);
      const after = (await visit.reveal()).body.data;
      expect(after).toMatchObject({ step: 'age', attempts_left: { liveness: 3 } });
      expect(after.reveal).toBeUndefined();
      expect(refusals()).toEqual([]);
    },
  );

  it('is replaced once per step, and after that counts as missing', async () => {
    const { visit, times } = await begin();
    spoil(visit, times.slice(0, 1));
    const { data } = (await visit.reveal()).body;
    spoil(visit, data.reveal.times);
    expect((await visit.reveal()).body.data).toMatchObject({
      step: 'liveness',
      problem: 'no_face',
      attempts_left: { liveness: 2 },
    });
    expect(refusals()).toEqual(['liveness: no_face']);
  });

  it('is not replaced when two pictures lack a face', async () => {
    const { visit, times } = await begin();
    spoil(visit, times.slice(0, 2));
    expect((await visit.reveal()).body.data).toMatchObject({ step: 'liveness' });
    expect(refusals()).toEqual(['liveness: no_face']);
  });

  it.each<[string, (shown: MeasuredFace) => MeasuredFace, string]>([
    ['of another person', ({ pose }) => seeFace({ ...pose, person: 'Bo' }), 'other_person'],
    ['with a second face', (shown) => ({ ...shown, faces: 2 }), 'several_faces'],
    ['turned otherwise than claimed', () => seeFace({ yaw: 9, pitch: 9 }), 'other_pose'],
  ])('is not replaced by a picture %s', async (_what, forge, reason) => {
    const { visit, times } = await begin();
    visit.face.altered = (t, seen) =>
      times.includes(t) || !seen.ok ? seen : { ok: true, face: forge(seen.face) };
    spoil(visit, times.slice(0, 1));
    await visit.reveal();
    expect((await visit.reveal()).body.data).toMatchObject({ step: 'liveness' });
    expect(refusals()).toEqual([`liveness: ${reason}`]);
  });

  it('is replaced only by the picture that was committed to', async () => {
    const { visit, times } = await begin();
    spoil(visit, times.slice(0, 1));
    const [t] = (await visit.reveal()).body.data.reveal.times;
    const other = visit.kept.get(times[1] ?? 0)?.jpeg;
    expect((await visit.send('liveness', [[String(times[1]), other as never]])).status).toBe(400);
    await visit.send('liveness', [[String(t), other as never]]);
    expect(refusals()).toEqual(['liveness: other_picture']);
  });

  it('has to be replaced within 10 seconds', async () => {
    const { visit, times } = await begin();
    spoil(visit, times.slice(0, 1));
    expect((await visit.reveal()).body.data.reveal.due_in_ms).toBeLessThanOrEqual(10_000);
    goTo(10_001);
    expect((await visit.browser.view()).body.data).toMatchObject({
      step: 'liveness',
      attempts_left: { liveness: 2 },
    });
    expect(refusals()).toEqual(['liveness: late']);
  });

  it('is replaced once although the first pictures arrive twice at the same time', async () => {
    const { visit, times } = await begin();
    spoil(visit, times.slice(0, 1));
    const { arrived, release } = visit.face.hold();
    const both = [visit.reveal(), visit.reveal()];
    await arrived;
    release();
    const statuses = await Promise.all(both.map(async (one) => (await one).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await visit.reveal()).body.data).toMatchObject({ step: 'age' });
    expect(refusals()).toEqual([]);
  });

  it('is replaced in the age step too, and the age comes from three pictures', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    await visit.reveal();
    const { reveal } = (await visit.estimate()).body.data;
    spoil(visit, reveal.times.slice(2));
    const { data } = (await visit.reveal()).body;
    expect(data).toMatchObject({ step: 'age', status: 'in_progress' });
    expect(data.reveal.times).toHaveLength(1);
    expect((await visit.reveal()).body.data.status).toBe('success');
    const receipt = await visit.read(new URL((await visit.result()).receipt).pathname);
    const { received } = decodeJwt<{ received: any[] }>(await receipt.text());
    expect(received.map(({ step, pictures, hashes }) => [step, pictures, hashes.length])).toEqual([
      ['liveness', 10, 10],
      ['age', 3, 3],
      ['age', 1, 1],
    ]);
  });
});
