import { expect, test } from 'vitest';
import lockFile from '../../package-lock.json' with { type: 'json' };

interface LockedPackage {
  version?: string;
  integrity?: string;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
}

test('the lock file lists the packages of every platform, which npm ci requires', () => {
  // npm leaves out packages that the registry cannot serve while the lock file is being written,
  // and later treats the file as outdated.
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

/** The platforms for which the native programs of oxc's linter and formatter have no hash. */
const OXC = [
  'android-arm-eabi',
  'android-arm64',
  'darwin-arm64',
  'darwin-x64',
  'freebsd-x64',
  'linux-arm-gnueabihf',
  'linux-arm-musleabihf',
  'linux-arm64-musl',
  'linux-ppc64-gnu',
  'linux-riscv64-gnu',
  'linux-riscv64-musl',
  'linux-s390x-gnu',
  'linux-x64-musl',
  'openharmony-arm64',
  'win32-arm64-msvc',
  'win32-ia32-msvc',
  'win32-x64-msvc',
] as const;

/**
 * The platforms, by package family, whose packages have no hash because the registry did not serve
 * them when the lock file was written (D-54).
 */
const WITHOUT_HASH: Record<string, readonly string[]> = {
  '@cbor-extract/cbor-extract-': [
    'darwin-arm64',
    'darwin-x64',
    'linux-arm',
    'linux-arm64',
    'linux-x64',
    'win32-x64',
  ],
  '@cloudflare/workerd-': ['darwin-64', 'darwin-arm64', 'windows-64'],
  '@oxlint-tsgolint/': ['darwin-arm64', 'darwin-x64', 'win32-arm64', 'win32-x64'],
  '@oxfmt/binding-': OXC,
  '@oxlint/binding-': OXC,
};

test('every entry has an integrity hash, except the optional packages of these platforms', () => {
  const locked = Object.entries(lockFile.packages as Record<string, LockedPackage>).slice(1);
  const without = locked.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true);
  const listed = Object.entries(WITHOUT_HASH).flatMap(([family, platforms]) =>
    platforms.map((platform) => `node_modules/${family}${platform}`),
  );
  expect(without.map(([path]) => path).toSorted()).toEqual(listed.toSorted());
  expect(without.every(([, { optional }]) => optional === true)).toBe(true);
});
