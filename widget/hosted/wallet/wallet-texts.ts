// The texts of the wallet part, in separate files that are loaded with it. The English file defines
// the type of their keys.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import * as shared from '../../../src/language/translate.ts';
import english from '../../locales/wallet/en.json';

export type WalletTexts = shared.Translate<shared.KeyOf<typeof english>>;

const files = import.meta.glob<shared.Messages>(
  ['../../locales/wallet/*.json', '!../../locales/wallet/en.json'],
  { import: 'default' },
);

/**
 * Loads the texts of a language, or uses English when they cannot be loaded.
 * @param locale the language with the visitor's region
 */
async function loadTexts(language: string, locale: string): Promise<WalletTexts> {
  const messages = await files[`../../locales/wallet/${language}.json`]?.().catch(() => undefined);
  return messages
    ? shared.translator(language, messages, locale)
    : shared.translator('en', english, language === 'en' ? locale : 'en');
}

/**
 * @param place the element into which the wallet part renders; its `lang` is set to the language of
 *   the texts
 * @returns the texts; undefined until the first ones have loaded
 */
export function useWalletTexts(
  { language, locale }: { language: string; locale: string },
  place: Element,
): WalletTexts | undefined {
  const [texts, setTexts] = useState<{ t: WalletTexts }>();
  useEffect(() => {
    let isWanted = true;
    void loadTexts(language, locale).then((t) => isWanted && setTexts({ t }));
    return () => {
      isWanted = false;
    };
  }, [language, locale]);
  const t = texts?.t;
  useLayoutEffect(() => place.setAttribute('lang', t?.language ?? ''), [t]);
  return t;
}
