// The face Worker's age head (D-130): for each picture of the age step, it computes a score in
// addition to the two nets' age estimates.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AgeHead, makeScore } from '../../../src/workers/face/age-head.ts';
import { revealed } from '../../support/installation/face-host.ts';
import { faceWorker } from '../../support/puppet/face-worker-for-node.ts';
import { readPhotoFile } from '../../support/puppet/stills.ts';

const SHIPPED = JSON.parse(readFileSync('data/age-head.json', 'utf8')) as AgeHead;
const features = (value: number) => new Float32Array(1024).fill(value);

describe('the score', () => {
  const head: AgeHead = {
    id: 'of a test',
    // 1 and -2, as signed bytes.
    weights: btoa('\u0001\u00fe'),
    step: 0.5,
    bias: 0.25,
    lower: { clip: [5, 45], mean: 25, deviation: 10 },
  };
  const score = makeScore(head);

  it('is the weighted sum, with the lower age clipped to its range', () => {
    expect(score([4, 1], { ageNet: 35, faceres: 60 })).toEqual({ id: 'of a test', score: 2.25 });
    expect(score([4, 1], { ageNet: 90, faceres: 60 }).score).toBe(3.25);
    expect(score([4, 1], { ageNet: 1, faceres: 60 }).score).toBe(-0.75);
  });

  it('refuses features of another length than it was trained on', () => {
    expect(() => score([1], { ageNet: 20, faceres: 20 })).toThrow(RangeError);
    expect(() => makeScore(SHIPPED)(features(1).subarray(1), { ageNet: 20, faceres: 20 })).toThrow(
      RangeError,
    );
  });
});

describe('the shipped head', () => {
  it('scores only the pictures of the age step', async () => {
    const { modules, nets } = await faceWorker();
    const pictures = await revealed('n', [await readPhotoFile('human')]);
    const measure = async (step: 'age' | 'face') => {
      const request = { step, nonce: 'n', pictures };
      const [found] = await modules.measurePictures(nets, request);
      return found?.ok ? found.face.ages : undefined;
    };
    expect(await measure('face')).toBeUndefined();
    const ages = await measure('age');
    expect(ages?.head?.id).toBe(SHIPPED.id);
    // The two nets estimate 24 and 30 years, so the score is that of a young adult.
    expect(ages?.head?.score).toBeGreaterThan(-1);
    expect(ages?.head?.score).toBeLessThan(1.5);
  });
});
