import { expect, test } from 'vitest';
import lockFile from '../../package-lock.json' with { type: 'json' };

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

test('the lock file names the packages of every platform, or npm ci refuses it', () => {
  // npm leaves out what its registry cannot serve at the moment of writing, and then calls the file stale.
  const locked = lockFile.packages as Record<string, LockedPackage>;
  const missing = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        locked[`${path}/node_modules/${name}`] === undefined &&
        locked[`node_modules/${name}`]?.version === undefined,
    ),
  );
  expect(missing).toEqual([]);
});
