import { describe, expect, it } from 'vitest';
import { VERDICT_REASONS } from '../../../../src/domain/verification/rules/session/reasons.ts';
import english from '../../../../widget/locales/en.json' with { type: 'json' };
import reasons from '../../../../widget/locales/reason/en.json' with { type: 'json' };
import { EXPLAINED_REASONS, verdictTexts } from '../../../../widget/hosted/texts/verdict-texts.ts';

describe('the texts of a verdict', () => {
  it.each(VERDICT_REASONS)('exist for %s', (reason) => {
    const { title, text, own } = verdictTexts({ status: 'failed', reason });
    expect(Object.keys(english)).toEqual(expect.arrayContaining([title, text]));
    const needed = own === undefined ? [] : [own.title, own.text];
    expect(Object.keys(reasons)).toEqual(expect.arrayContaining(needed));
  });

  it('are the reason’s own where it has them', () => {
    for (const reason of EXPLAINED_REASONS)
      expect(verdictTexts({ status: 'failed', reason })).toMatchObject({
        own: { title: `reason.${reason}.title`, text: `reason.${reason}.text` },
      });
  });

  it('are the outcome’s own for a sandbox reason, and without a failure', () => {
    const text = 'toString' as (typeof VERDICT_REASONS)[number];
    const title = (given: Parameters<typeof verdictTexts>[0]) => {
      const { title: plain, own } = verdictTexts(given);
      expect(own).toBeUndefined();
      return plain;
    };
    expect(title({ status: 'failed', reason: text })).toBe('outcome.failed.title');
    expect(title({ status: 'failed' })).toBe('outcome.failed.title');
    expect(title({ status: 'success', reason: 'test_mode' })).toBe('outcome.success.title');
  });

  it('do not mention an estimate when a document shows the age', () => {
    const given = { status: 'failed', reason: 'age_below_threshold' } as const;
    const { own } = verdictTexts({ ...given, asksForDocument: true });
    expect(own?.text).toBe('reason.age_below_threshold.text_document');
  });

  it('are neutral when the check was inconclusive', () => {
    const undecided = VERDICT_REASONS.filter(
      (reason) => verdictTexts({ status: 'failed', reason }).isUndecided,
    );
    expect(undecided).toEqual([
      'age_inconclusive',
      'liveness_inconclusive',
      'document_rejected',
      'dob_unreadable',
      'front_not_a_document',
      'front_unclear',
      'wallet_untrusted',
      'wallet_expired',
      'wallet_not_accepted',
      'assistance_needed',
    ]);
  });
});
