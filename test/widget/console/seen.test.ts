// The dashboard shows what a visitor has read: the hosted page's own texts, for every step that has
// a page and for every outcome (D-120).
import { describe, expect, it } from 'vitest';
import { FUNNEL_NAMES } from '../../../src/domain/verification/rules/session/funnel.ts';
import { VERDICT_REASONS } from '../../../src/domain/verification/rules/session/reasons.ts';
import { loadPageTexts } from '../../../widget/console/dashboard/pages/session/seen-texts.ts';
import {
  seenAt,
  type TimelineEntry,
  type SeenFile,
} from '../../../widget/console/dashboard/pages/session/seen.ts';
import { translator } from '../../../src/language/translate.ts';
import { texts as pageTexts } from '../locale-files.ts';

const AT = '2026-11-20T10:07:00Z';
const opened: TimelineEntry = { type: 'visitor', at: AT, name: 'opened' };
const ended = (status: string): TimelineEntry => ({ type: 'ended', at: AT, status });

const fileOf = (more: Partial<SeenFile> = {}): SeenFile => ({
  token: 'xtk_one',
  status: 'failed',
  verified: false,
  purpose: 'age_verification',
  verification_mode: 'auto',
  gate: 18,
  created_at: AT,
  expires_at: AT,
  page: { site: 'Cellar Door', contact: 'dpo@cellar.example', asks_for_document: false },
  timeline: [opened],
  deliveries: [],
  ...more,
});

/**
 * Steps that do not change what a visitor reads, because the page of a neighbouring step stays on
 * the screen.
 */
const WITHOUT_WORDS = [
  'document_consent',
  'camera',
  'liveness_end',
  'verdict',
  'cancel',
  'country_changed',
  'handed_back',
];

describe.each(['en', 'de', 'ar'] as const)(
  'the text that a visitor read, in %s,',
  async (language) => {
    const texts = await loadPageTexts(language, language);
    const whole = (said: { title: string; text?: string } | undefined) =>
      expect(`${said?.title} ${said?.text ?? ''}`).not.toMatch(/undefined|\{|^[a-z]+[._]/);
    const t = translator(language, pageTexts[language] ?? {});

    it.each(FUNNEL_NAMES)('is known for the step %s, or the step showed no new text', (name) => {
      const seen = seenAt({ type: 'visitor', at: AT, name }, fileOf(), texts);
      expect(seen === undefined).toBe(WITHOUT_WORDS.includes(name));
      if (seen) whole(seen);
    });

    it.each(VERDICT_REASONS)('is known for the reason %s', (reason) => {
      const seen = seenAt(ended('failed'), fileOf({ reason }), texts);
      whole(seen);
      expect(seen?.text).toBeDefined();
    });

    it.each(['success', 'failed', 'canceled', 'expired'])('is known for the end %s', (status) => {
      const seen = seenAt(ended(status), fileOf(), texts);
      expect(seen).toEqual({
        title: t(`outcome.${status}.title`),
        text: t(`outcome.${status}.text`, { site: 'Cellar Door' }),
      });
    });

    it('is the page’s text for the reason, with its values', () => {
      const below = fileOf({ reason: 'age_below_threshold' });
      const key = 'reason.age_below_threshold';
      const names = { site: 'Cellar Door', age: 18 };
      expect(seenAt(ended('failed'), below, texts)).toEqual({
        title: t(`${key}.title`),
        text: t(`${key}.text`, names),
      });
      const page = { site: 'Cellar Door', asks_for_document: true };
      expect(seenAt(ended('failed'), { ...below, page }, texts)?.text).toBe(
        t(`${key}.text_document`, names),
      );
    });

    it.each([
      [undefined, 'welcome.lead'],
      ['may', 'welcome.lead_step_up'],
      ['will', 'welcome.lead_document'],
    ] as const)('begins with the page’s statement about a document: %s', (need, key) => {
      const page = { site: 'Cellar Door', asks_for_document: need === 'will' };
      const file = fileOf({ page: { ...page, ...(need && { document_need: need }) } });
      expect(seenAt(opened, file, texts)?.text).toBe(t(key));
    });

    it('for a blocked face says only whom to contact', () => {
      const blocked = fileOf({ reason: 'blacklist_match' });
      const said = seenAt(ended('failed'), blocked, texts);
      expect(said?.text).toContain('dpo@cellar.example');
      const page = { site: 'Cellar Door', asks_for_document: false };
      expect(seenAt(ended('failed'), { ...blocked, page }, texts)?.text).toContain('Cellar Door');
      expect(said?.title).not.toBe(t('outcome.failed.title'));
    });
  },
);

it('a text is not shown when nobody opened the page, or when its names are erased', async () => {
  const texts = await loadPageTexts('en', 'en');
  expect(
    seenAt(ended('expired'), fileOf({ timeline: [{ ...opened, name: 'verdict' }] }), texts),
  ).toBeUndefined();
  const { page: _, ...erased } = fileOf({ reason: 'liveness_failed' });
  expect(seenAt(ended('failed'), erased, texts)).toBeUndefined();
  expect(seenAt(opened, erased, texts)).toBeUndefined();
});
