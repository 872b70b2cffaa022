// The texts that tell visitors what a site does with their face beyond the check (D-100). They are
// loaded only for sites that do more than the check. All languages are in one file, because the
// texts are short and few pages need them.
import type { SessionView } from '../requests/wire.ts';
import texts from './face-terms.json';

export type FaceTerms = NonNullable<SessionView['privacy']['faces']>;

interface Said {
  /** The additional agreement, which is appended to the consent texts. */
  beyond: string;
  /** The heading for a check that could not be completed. */
  title: string;
  text: string;
}

/** @param language the page's language */
export function describeFaceTerms(faces: FaceTerms, language: string): Said {
  const said = isThere(language) ? texts[language] : texts.en;
  const days = formatDays(language, faces.kept_days ?? 0);
  const terms = [faces.compared && said.compared, faces.kept_days && said.kept];
  const fill = (text: string): string =>
    text
      .replaceAll('{days}', days)
      .replaceAll('{contact}', faces.contact ?? faces.site)
      .replaceAll('{site}', faces.site);
  return {
    beyond: fill(terms.map((term) => (term ? ` ${term}` : '')).join('')),
    title: fill(said['incomplete.title']),
    text: fill(said['incomplete.text']),
  };
}

const isThere = (language: string): language is keyof typeof texts =>
  Object.keys(texts).includes(language);

const formatDays = (language: string, days: number): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' })
    .format(days)
    .replaceAll(' ', '\u00A0');
