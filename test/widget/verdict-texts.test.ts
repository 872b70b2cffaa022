import { describe, expect, it } from 'vitest';
import { VERDICT_REASONS } from '../../src/domain/verification/rules/reasons.ts';
import english from '../../widget/locales/en.json' with { type: 'json' };
import { EXPLAINED_REASONS, verdictTexts } from '../../widget/hosted/verdict-texts.ts';

describe('the texts of a verdict', () => {
  it.each(VERDICT_REASONS)('exist for %s', (reason) => {
    const { key } = verdictTexts({ status: 'failed', reason });
    expect(Object.keys(english)).toEqual(expect.arrayContaining([`${key}.title`, `${key}.text`]));
  });

  it('are those of the reason where it has its own', () => {
    for (const reason of EXPLAINED_REASONS)
      expect(verdictTexts({ status: 'failed', reason }).key).toBe(`reason.${reason}`);
  });

  it('are the plain outcome’s for a reason of a test session, and where there is no failure', () => {
    const text = 'toString' as (typeof VERDICT_REASONS)[number];
    expect(verdictTexts({ status: 'failed', reason: text }).key).toBe('outcome.failed');
    expect(verdictTexts({ status: 'failed' }).key).toBe('outcome.failed');
    expect(verdictTexts({ status: 'success', reason: 'test_mode' }).key).toBe('outcome.success');
  });

  it('are neutral where the check was inconclusive', () => {
    const undecided = VERDICT_REASONS.filter(
      (reason) => verdictTexts({ status: 'failed', reason }).isUndecided,
    );
    expect(undecided).toEqual([
      'age_inconclusive',
      'liveness_inconclusive',
      'document_rejected',
      'dob_unreadable',
      'assistance_needed',
    ]);
  });
});
