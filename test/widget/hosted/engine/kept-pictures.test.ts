import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_COMMITMENTS } from '../../../../src/vision/face/face-wire.ts';
import type { Picture } from '../../../../src/vision/face/picture.ts';
import { KeptPictures, type PictureRow } from '../../../../widget/hosted/engine/kept-pictures.ts';

/** A picture in which every byte has the same value; its file consists of one such byte. */
const picture = (value: number): Picture => ({
  data: new Uint8Array(16).fill(value),
  width: 2,
  height: 2,
});
const fileOf = ({ data }: Picture) => Promise.resolve(Uint8Array.of(data[0] ?? 0));
const hashOf = (text: string, file: number) =>
  createHash('sha256').update(text).update(Uint8Array.of(file)).digest('base64url');

let kept: KeptPictures;

/** Measures and keeps pictures with these values. */
function keep(...numbers: number[]): void {
  for (const number of numbers) {
    kept.hold(number, picture(number));
    kept.keep(number);
  }
}

const rows = (...numbers: number[]): PictureRow[] => numbers.map((number) => [number, number * 10]);

beforeEach(() => {
  kept = new KeptPictures(fileOf);
});

describe('kept pictures', () => {
  it('are committed to by SHA-256 of nonce, time as text and file (D-80)', async () => {
    keep(1, 2);
    const sent: PictureRow[] = [
      [1, 0],
      [2, 133.37],
    ];
    expect(await kept.commit('liveness', 'n0nce', sent)).toEqual([
      [0, hashOf('n0nce0', 1)],
      [133.37, hashOf('n0nce133.37', 2)],
    ]);
  });

  it('belong only to samples, not to other measurements', async () => {
    kept.hold(1, picture(1));
    kept.hold(2, picture(2));
    kept.keep(2);
    kept.keep(7);
    expect((await kept.commit('liveness', 'n', rows(1, 2, 7))).map(([t]) => t)).toEqual([20]);
  });

  it('are held no longer than for two further pictures', async () => {
    for (const number of [1, 2, 3, 4]) kept.hold(number, picture(number));
    kept.keep(1);
    kept.keep(2);
    expect((await kept.commit('liveness', 'n', rows(1, 2))).map(([t]) => t)).toEqual([20]);
  });

  it('have the times of the sent samples, and do not exist without a sample', async () => {
    keep(1, 2, 3);
    expect((await kept.commit('liveness', 'n', [[3, 5.25]])).map(([t]) => t)).toEqual([5.25]);
    expect(kept.reveal('liveness', [5.25])).toEqual([[5.25, Uint8Array.of(3)]]);
  });

  it('are at most as many as can be committed, the newest ones', async () => {
    const numbers = Array.from({ length: MAX_COMMITMENTS + 5 }, (_, number) => number);
    keep(...numbers);
    const times = (await kept.commit('liveness', 'n', rows(...numbers))).map(([t]) => t);
    expect([times.length, times[0]]).toEqual([MAX_COMMITMENTS, 50]);
  });

  it('are deleted when the tracked face is lost', async () => {
    keep(1);
    kept.hold(2, picture(2));
    kept.forget();
    kept.keep(2);
    expect(await kept.commit('liveness', 'n', rows(1, 2))).toEqual([]);
  });

  it('remain available to the server once committed, even if the page was hidden', async () => {
    keep(1);
    const committed = kept.commit('liveness', 'n', rows(1));
    kept.forget();
    await committed;
    expect(kept.reveal('liveness', [10])).toHaveLength(1);
  });

  it('remain available until the server is done with their step, because it may ask twice (D-87)', async () => {
    keep(1, 2, 3);
    await kept.commit('liveness', 'n', rows(1, 2, 3));
    expect(kept.reveal('liveness', [30, 10]).map(([t]) => t)).toEqual([30, 10]);
    expect(kept.reveal('liveness', [20]).map(([t]) => t)).toEqual([20]);
    kept.forgetCommitted('liveness');
    expect(kept.reveal('liveness', [10, 20, 30])).toEqual([]);
  });

  it('of one step remain when the next step commits, and no others', async () => {
    keep(1);
    await kept.commit('liveness', 'n', rows(1));
    keep(2);
    await kept.commit('age', 'm', rows(2));
    expect(kept.reveal('liveness', [10, 20]).map(([t]) => t)).toEqual([10]);
    expect(kept.reveal('age', [10, 20]).map(([t]) => t)).toEqual([20]);
  });

  it('of one attempt are deleted when the next attempt at the same step commits', async () => {
    keep(1);
    await kept.commit('age', 'n', rows(1));
    keep(2);
    await kept.commit('age', 'm', rows(2));
    expect(kept.reveal('age', [10, 20]).map(([t]) => t)).toEqual([20]);
  });

  it('that cannot be encoded are not committed, and do not affect the others', async () => {
    kept = new KeptPictures((each) => {
      if (each.data[0] === 1) return Promise.reject(new Error('no memory'));
      return each.data[0] === 2 ? Promise.resolve(undefined) : fileOf(each);
    });
    keep(1, 2, 3);
    expect((await kept.commit('liveness', 'n', rows(1, 2, 3))).map(([t]) => t)).toEqual([30]);
  });

  it('are encoded one after another, because the encoder has one canvas', async () => {
    let running = 0;
    let most = 0;
    kept = new KeptPictures(async (each) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return fileOf(each);
    });
    keep(1, 2, 3);
    await kept.commit('liveness', 'n', rows(1, 2, 3));
    expect(most).toBe(1);
  });
});
