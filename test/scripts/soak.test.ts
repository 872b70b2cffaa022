// The figures that the soak reads from the system, and those that it computes from its samples.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabases, residentOf } from '../../bench/soak/memory.ts';
import { slopeOf } from '../../bench/soak/slope.ts';

test('a straight line has its slope and no error', () => {
  const { perX, error } = slopeOf([0, 1, 2, 5].map((x) => ({ x, y: 3 * x - 7 })));
  expect(perX).toBeCloseTo(3);
  expect(error).toBeCloseTo(0);
});

test('samples beside the line give an error', () => {
  const { perX, error } = slopeOf([0, 1, 2, 3].map((x) => ({ x, y: x % 2 })));
  // These values were computed by hand: the slope is 0.2, and its error is √(0.8 / 2 / 5), from the
  // sum of squared residuals, the degrees of freedom and the sum of squares of x.
  expect(perX).toBeCloseTo(0.2);
  expect(error).toBeCloseTo(Math.sqrt(0.8 / 2 / 5));
});

test.runIf(process.platform === 'linux')('resident memory grows with what is filled', () => {
  const before = residentOf(process.pid);
  const filled = Buffer.alloc(50_000_000, 1);
  const after = residentOf(process.pid);
  expect(filled).toHaveLength(50_000_000);
  expect(after.anonymous - before.anonymous).toBeGreaterThan(40);
  expect(after.all).toBeGreaterThanOrEqual(after.anonymous);
});

test.runIf(process.platform === 'linux')('open databases are counted by folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agate-soak-test-'));
  const name = folder.split('/').at(-1) ?? '';
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const databases = ['one', 'two'].map((file) => new DatabaseSync(join(folder, `${file}.sqlite`)));
  expect(openDatabases(process.pid).get(name)).toBe(2);
  for (const database of databases) database.close();
  expect(openDatabases(process.pid).has(name)).toBe(false);
});
