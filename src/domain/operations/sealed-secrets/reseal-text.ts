// The error messages and the report of `npm run secrets:reseal`. Pure.
import { encodeBase64 } from '../../../crypto/encoding.ts';
import type { KeyVersions } from '../../../crypto/key-versions.ts';

/** The progress of one column. */
export interface ResealReport {
  /** The column's name, `<table>.<column>`. */
  name: string;
  /** The number of secrets that were sealed with the current key before the run. */
  current: number;
  resealed: number;
  /** The number of secrets still sealed with the previous key: the next run reseals them. */
  left: number;
  /** The number of secrets that neither key opens. */
  unreadable: number;
}

/**
 * Returns the reason why nothing may be written; undefined when there is none. No secret may be
 * sealed with a key that the service does not use, because the service could not open that secret
 * afterwards.
 * @param counted the result of counting without writing
 */
export function faultOf(
  { current, previous }: KeyVersions,
  counted: readonly ResealReport[],
): string | undefined {
  if (previous === undefined)
    return 'KEY_ENCRYPTION_KEY_PREVIOUS is not set: there is no key to replace.';
  if (encodeBase64(current) === encodeBase64(previous))
    return 'KEY_ENCRYPTION_KEY and KEY_ENCRYPTION_KEY_PREVIOUS are the same key.';
  const total = (kind: 'current' | 'left' | 'unreadable') =>
    counted.reduce((sum, report) => sum + report[kind], 0);
  if (total('unreadable') > 0)
    return [
      'Neither key opens these secrets, so one of the two keys is wrong. Nothing was changed:',
      ...counted
        .filter(({ unreadable }) => unreadable > 0)
        .map(({ name, unreadable }) => `  ${name}: ${unreadable}`),
    ].join('\n');
  if (total('current') === 0 && total('left') > 0)
    return 'Nothing is sealed with KEY_ENCRYPTION_KEY yet. Give the service both keys first: it starts to reseal by itself within ten minutes. Nothing was changed.';
  return undefined;
}

/** Returns one line per column, and whether the previous key can be removed. */
export function describeReseal(reports: readonly ResealReport[]): string {
  const left = reports.reduce((sum, report) => sum + report.left + report.unreadable, 0);
  const lines = reports.map(
    ({ name, current, resealed, left: open }) =>
      `${name}: ${resealed} resealed, ${current} already current, ${open} left`,
  );
  const verdict =
    left === 0
      ? 'Nothing needs KEY_ENCRYPTION_KEY_PREVIOUS any more.'
      : `${left} secrets still need KEY_ENCRYPTION_KEY_PREVIOUS. Run it again.`;
  return [...lines, verdict].join('\n');
}
