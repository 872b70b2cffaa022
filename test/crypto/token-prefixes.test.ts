import { describe, expect, it } from 'vitest';
import { looksLikeCredential } from '../../src/crypto/token-prefixes.ts';

describe('looksLikeCredential', () => {
  it('recognises our prefixes in any case and with surrounding spaces', () => {
    for (const text of ['sk_live_1', ' PK_TEST_', 'xit_', 'xort_a', 'xocs_b'])
      expect(looksLikeCredential(text)).toBe(true);
    for (const text of ['u-1', 'sk', 'risk_live_1', 'x'])
      expect(looksLikeCredential(text)).toBe(false);
  });
});
