// The texts of server-rendered pages, in every language of the hosted page. A test checks that no
// text is missing.
import { translator, type KeyOf, type Messages, type Translate } from '../../language/translate.ts';
import type { PageLanguage } from './languages.ts';
import ar from './locales/ar.json' with { type: 'json' };
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import hi from './locales/hi.json' with { type: 'json' };
import it from './locales/it.json' with { type: 'json' };
import ja from './locales/ja.json' with { type: 'json' };
import nl from './locales/nl.json' with { type: 'json' };
import pl from './locales/pl.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };
import tr from './locales/tr.json' with { type: 'json' };
import zh from './locales/zh.json' with { type: 'json' };

export type TextKey = KeyOf<typeof en>;
export type Texts = Translate<TextKey>;

const MESSAGES: Record<PageLanguage, Messages> = {
  ar,
  de,
  en,
  es,
  fr,
  hi,
  it,
  ja,
  nl,
  pl,
  pt,
  tr,
  zh,
};

/** @param locale the language with the visitor's region, for digits and number formats */
export function textsIn(language: PageLanguage, locale: string): Texts {
  return translator(language, MESSAGES[language], locale);
}
