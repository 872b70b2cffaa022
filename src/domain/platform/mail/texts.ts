// The texts of emails, one file per language (locales/). A test checks that the files are complete.
import { SUPPORTED_LOCALES } from '../../terms/locale.ts';
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

type MailTexts = typeof en;
export type MailTextKey = keyof MailTexts;
type Language = (typeof SUPPORTED_LOCALES)[number];

const TEXTS = { ar, de, en, es, fr, hi, it, ja, nl, pl, pt, tr, zh } satisfies Record<
  Language,
  MailTexts
>;

const RIGHT_TO_LEFT: readonly Language[] = ['ar'];

export interface MailLanguage {
  /** The value of the `lang` attribute. */
  code: string;
  dir: 'ltr' | 'rtl';
  texts: MailTexts;
}

/** @returns English for a language without texts */
export function mailLanguage(locale: string): MailLanguage {
  const code = SUPPORTED_LOCALES.find((known) => known === locale) ?? 'en';
  return { code, dir: RIGHT_TO_LEFT.includes(code) ? 'rtl' : 'ltr', texts: TEXTS[code] };
}
