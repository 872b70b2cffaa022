import { describe, expect, it } from 'vitest';
import { isTestKey } from '../../widget/docs/test-key.ts';

describe('the form that tries a call (D-113)', () => {
  it.each(['sk_test_aZ09', 'pk_test_aZ09', 'sk_test_with-both_signs'])('accepts %s', (key) => {
    expect(isTestKey(key)).toBe(true);
  });

  it.each(['', 'sk_live_aZ09', 'pk_aZ09', 'sk_test_', ' sk_test_a', 'sk_test_a b', 'xsk_test_a'])(
    'refuses "%s"',
    (key) => {
      expect(isTestKey(key)).toBe(false);
    },
  );
});
