// The texts of a step in the page's language, and in another one once that has loaded.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type DocumentTexts, loadDocumentTexts } from './document-texts.ts';

/** @param place what the step is drawn into: it says in which language @returns undefined until the first ones are there */
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
