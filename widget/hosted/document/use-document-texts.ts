// The texts of a step in the page's language. When the language changes, the old texts stay until
// the new ones have loaded.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type DocumentTexts, loadDocumentTexts } from './document-texts.ts';

/**
 * @param place the element that the step renders into; its `lang` attribute is set to the language
 *   of the texts
 * @returns undefined until the first texts have loaded
 */
export function useDocumentTexts({
  language,
  locale,
  place,
}: {
  language: string;
  locale: string;
  place: Element;
}): DocumentTexts | undefined {
  const [texts, setTexts] = useState<{ t: DocumentTexts }>();
  useEffect(() => {
    let isWanted = true;
    void loadDocumentTexts(language, locale).then((t) => isWanted && setTexts({ t }));
    return () => {
      isWanted = false;
    };
  }, [language, locale]);
  const t = texts?.t;
  useLayoutEffect(() => place.setAttribute('lang', t?.language ?? ''), [t]);
  return t;
}
