import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import jpeg from 'jpeg-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { parseAgeError, SHIPPED_AGE_ERROR } from '../../../src/config/age-error.ts';
import { loadPhoto, wall } from '../../support/puppet/stills.ts';

const run = promisify(execFile);
let folder: string;

const encode = ({ data, width, height }: Picture, quality = 90) =>
  jpeg.encode({ data: Buffer.from(data), width, height }, quality).data;

/** The same scene at twice the width and height: every pixel becomes a block of 2 by 2. */
function enlarge({ data, width, height }: Picture): Picture {
  const large = new Uint8Array(width * height * 16);
  for (let y = 0; y < height * 2; y++)
    for (let x = 0; x < width * 2; x++) {
      const from = ((y >> 1) * width + (x >> 1)) * 4;
      large.set(data.subarray(from, from + 4), (y * width * 2 + x) * 4);
    }
  return { data: large, width: width * 2, height: height * 2 };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agate-calibrate-'));
  const photo = await loadPhoto('human');
  await writeFile(join(folder, '30_f_t2_a.jpg'), encode(photo));
  await writeFile(join(folder, '31_f_t2_large.jpg'), encode(enlarge(enlarge(photo)), 98));
  await writeFile(join(folder, '19_m_group.jpg'), encode(await loadPhoto('sample1.jpg'), 80));
  await writeFile(join(folder, '20_wall.jpg'), encode(wall()));
  await writeFile(join(folder, '21_text.jpg'), 'no picture');
});

afterAll(() => rm(folder, { recursive: true }));

test('calibrate measures a folder with the nets of the edge and writes a table', async () => {
  const out = join(folder, 'table.json');
  const { stdout, stderr } = await run(process.execPath, [
    'scripts/calibrate/main.ts',
    folder,
    `--out=${out}`,
  ]);
  expect(stderr).toContain('left out: 20_wall.jpg (no_face)');
  expect(stderr).toContain('left out: 21_text.jpg (no readable JPEG)');
  expect(stderr).toContain('left out: 19_m_group.jpg (several faces)');
  expect(stdout).toContain('2 pictures.');
  expect(stdout).toContain('sex female, 13-17: no pictures');
  expect(stdout).toContain('By the age head, at the edge:');
  expect(stdout).toMatch(
    /gate 18, 2 %: line .* \(the shipped line stays\); pass now .*no pictures/,
  );
  const table = parseAgeError(await readFile(out, 'utf8'));
  // The two nets' golden estimates of this face are 25 and 31 years; its two pictures are labelled
  // 30 and 31. The large picture is scaled down first.
  const [, , , , n, , , bias] =
    table?.cells?.find(([by, , from]) => by === 'all' && from === 25) ?? [];
  expect(n).toBe(2);
  expect(Math.abs((bias ?? 99) + 5)).toBeLessThan(2);
  expect(table?.bands.every((band) => band.is_shipped)).toBe(true);
  expect(table?.head?.id).toBe(SHIPPED_AGE_ERROR.head?.id);
});

test('calibrate reports invalid input and writes nothing', async () => {
  const fails = async (...args: string[]) => {
    const failed = await run(process.execPath, ['scripts/calibrate/main.ts', ...args]).catch(
      (error: { code: number; stderr: string }) => error,
    );
    return [('code' in failed && failed.code) || 0, failed.stderr];
  };
  expect(await fails()).toEqual([2, expect.stringContaining('npm run calibrate -- <folder>')]);
  expect(await fails('/no/such/folder')).toEqual([1, expect.stringContaining('ENOENT')]);
});
