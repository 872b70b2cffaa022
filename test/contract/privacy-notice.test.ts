import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { NOTICE } from '../../src/domain/terms/privacy-notice.ts';
import page from '../../src/http/pages/locales/en.json' with { type: 'json' };
import faces from '../../widget/hosted/texts/face-terms.json' with { type: 'json' };
import screen from '../../widget/locales/en.json' with { type: 'json' };
import face from '../../widget/locales/face/en.json' with { type: 'json' };

/**
 * A hash of each version of the privacy notice. A new text needs a new version, because people
 * consented to the old text.
 */
const SAID: Record<string, string> = {
  '1': '9e5d3715f5bf6372',
  '2': '5e7663410a9b79cb',
  '3': '76c668044fe5471e',
  '4': 'bd7427cde3e96b2c',
  '5': 'cbccfa450b6117f5',
  '6': '9c5e9dbfb2c73cc5',
  '7': 'e0027536b5978312',
  '8': 'd1d87ce3637b4957',
  '9': '057c2997686c207b',
  '10': 'd97e0cb9606fa906',
  '11': '95e401a3a33bc4ec',
};

/**
 * The text that states what a site receives. It consists of two texts, because the details on the
 * same screen repeat the first one.
 */
const RECEIVES = `${screen['welcome.receives']} ${screen['welcome.receives_kept']}`;
const sentence = (key: keyof typeof screen) =>
  key === 'welcome.receives' ? RECEIVES : screen[key];

it('has one text per version, and that text is the same on the page and on the consent screen', () => {
  const declared = [
    'welcome.consent',
    'welcome.consent_edge',
    'welcome.consent_document',
    'welcome.consent_step_up',
    'welcome.receives',
    'welcome.field.name',
    'welcome.field.birth_year',
    'welcome.field.document_number_hash',
    'private_note',
    'private_note_edge',
  ] as const;
  const texts = [
    ...Object.entries(page).filter(([key]) => key.startsWith('privacy.')),
    ...declared.map((key) => [key, sentence(key)]),
    ...Object.entries(face),
    ['faces', faces.en.compared, faces.en.kept],
  ];
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  expect(SAID[NOTICE.version]).toBe(hash);
  expect(Object.keys(SAID).at(-1)).toBe(NOTICE.version);
});
