import { expect, test } from 'vitest';
import { parseDisplayName } from '../../../src/domain/terms/display-name.ts';

test.each([
  ['  Ada   Lovelace ', 'Ada Lovelace'],
  ['مریم می\u200cخواهد', 'مریم می\u200cخواهد'],
  ['क्\u200dषमा', 'क्\u200dषमा'],
  ['Ada 👩‍💻', 'Ada 👩‍💻'],
])('a person’s name %j is kept as %j', (written, kept) => {
  expect(parseDisplayName(written)).toBe(kept);
});

test.each(['', ' ', 'a'.repeat(81), '\u202eadA', 'Ada\u200b', 'A\u200dda', 'Ada\u3164', 'A\0da'])(
  '%j is not accepted as a person’s name',
  (written) => {
    expect(parseDisplayName(written)).toBeUndefined();
  },
);
