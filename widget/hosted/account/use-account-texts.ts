// The texts of an account's offer in the page's language; the English file determines the type of
// their keys.
import { useEffect, useState } from 'preact/hooks';
import * as shared from '../../../src/language/translate.ts';
import type english from '../../locales/account/en.json';
import { useTexts } from '../i18n/context.ts';

type AccountTexts = shared.Translate<shared.KeyOf<typeof english>>;

/**
 * @param isOffered when false, nothing is loaded
 * @returns undefined until the texts have loaded; the offer is shown only then
 */
export function useAccountTexts(isOffered: boolean): AccountTexts | undefined {
  const { language, locale } = useTexts();
  const [texts, setTexts] = useState<{ t: AccountTexts }>();
  useEffect(() => {
    if (!isOffered) return undefined;
    let isWanted = true;
    import('./account-texts.ts').then(
      ({ accountTexts }) =>
        isWanted && setTexts({ t: shared.translator(language, accountTexts(language), locale) }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [isOffered, language]);
  return texts?.t;
}
