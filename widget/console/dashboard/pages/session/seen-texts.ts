// The texts of the check's page in one of the console's languages, loaded only where a session is
// shown.
import {
  translator,
  type KeyOf,
  type Messages,
  type Translate,
} from '../../../../../src/language/translate.ts';
import type document from '../../../../locales/document/en.json';
import type page from '../../../../locales/en.json';
import type reason from '../../../../locales/reason/en.json';
import type { ConsoleLanguage } from '../../../texts/languages.ts';

type PageKey = KeyOf<typeof page> | KeyOf<typeof document> | KeyOf<typeof reason>;

export interface PageTexts {
  t: Translate<PageKey>;
  /** The text that a visitor with a blocked face saw. */
  incomplete: (names: { site: string; contact?: string }) => { title: string; text: string };
}

const pages = import.meta.glob<Messages>('../../../../locales/{en,de,ar}.json', {
  import: 'default',
});
const documents = import.meta.glob<Messages>('../../../../locales/document/{en,de,ar}.json', {
  import: 'default',
});
const reasons = import.meta.glob<Messages>('../../../../locales/reason/{en,de,ar}.json', {
  import: 'default',
});

/**
 * @param locale the language with the reader's region
 * @throws when the texts cannot be loaded
 */
export async function loadPageTexts(language: ConsoleLanguage, locale: string): Promise<PageTexts> {
  const [own, step, why, { describeFaceTerms }] = await Promise.all([
    pages[`../../../../locales/${language}.json`]?.(),
    documents[`../../../../locales/document/${language}.json`]?.(),
    reasons[`../../../../locales/reason/${language}.json`]?.(),
    import('../../../../hosted/texts/face-terms.ts'),
  ]);
  return {
    t: translator<PageKey>(language, { ...own, ...step, ...why }, locale),
    incomplete: ({ site, contact }) => {
      const { title, text } = describeFaceTerms(
        { site, ...(contact !== undefined && { contact }) },
        language,
      );
      return { title, text };
    },
  };
}
