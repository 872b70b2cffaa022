// Which language the page speaks: the visitor's choice, else the session's, else the browser's.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type Language, loadLanguage, markDocument, pickLanguage } from './load-language.ts';
import type { Translate } from './translate.ts';

/**
 * @param asked the session's language, once it is known and when the tenant asked for one
 * @param first the texts the page began with, in the browser's language
 * @returns the texts, undefined while the session's language is on its way: rather a skeleton than
 *   two languages in a row. A language the visitor chose replaces the texts when it has arrived.
 */
export function useLanguage(
  asked: string | undefined,
  first: Translate,
): { texts: Translate | undefined; choose: (language: Language) => void } {
  const [loaded, setLoaded] = useState({ texts: first });
  const [chosen, choose] = useState<Language>();
  const { language } = loaded.texts;
  const wanted = chosen ?? pickLanguage([asked ?? first.language]);
  useEffect(() => {
    if (wanted === language) return undefined;
    let isWanted = true;
    loadLanguage(wanted).then(
      (texts) => isWanted && setLoaded({ texts }),
      // When it does not arrive the page goes on in the language it has: better than not at all.
      () => isWanted && choose(pickLanguage([language])),
    );
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  useLayoutEffect(() => markDocument(language), [language]);
  const isHere = chosen !== undefined || wanted === language;
  return { texts: isHere ? loaded.texts : undefined, choose };
}
