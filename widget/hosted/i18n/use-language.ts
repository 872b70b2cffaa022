// The page's language: the visitor's choice, otherwise the session's, otherwise the browser's.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import {
  type HostedLanguage,
  loadLanguage,
  markDocument,
  pickLanguage,
  type Words,
} from './load-language.ts';
import type { HostedTranslate } from './translate.ts';

/**
 * @param requested the session's language; undefined until it is known, or if the customer set none
 * @param first the texts in the browser's language, with which the page started
 * @param face the session's wording, if its texts differ from the usual ones (wordsOf)
 * @returns the texts; undefined while the session's language loads, because a skeleton is better
 *   than a change of language on screen. A language that the visitor chose replaces the current
 *   texts once it has loaded.
 */
export function useLanguage(
  requested: string | undefined,
  first: HostedTranslate,
  face?: Words,
): { texts: HostedTranslate | undefined; choose: (language: HostedLanguage) => void } {
  const [loaded, setLoaded] = useState<{ texts: HostedTranslate; face?: Words }>({ texts: first });
  const [chosen, choose] = useState<HostedLanguage>();
  const { language } = loaded.texts;
  const wanted = chosen ?? pickLanguage([requested ?? first.language]);
  useEffect(() => {
    if (wanted === language && loaded.face === face) return undefined;
    let isWanted = true;
    loadLanguage(wanted, face).then(
      (texts) => isWanted && setLoaded({ texts, face }),
      // When the language cannot be loaded, the page keeps its current one.
      () => isWanted && choose(pickLanguage([language])),
    );
    return () => {
      isWanted = false;
    };
  }, [wanted, face]);
  useLayoutEffect(() => markDocument(language), [language]);
  const isHere = loaded.face === face && (chosen !== undefined || wanted === language);
  return { texts: isHere ? loaded.texts : undefined, choose };
}
