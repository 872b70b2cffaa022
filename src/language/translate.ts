// Formats messages with {placeholders}, plurals and numbers in one language. Pure. Used by the
// server and in the browser; callers load the messages. Plural messages have one key per plural
// category: `attempts_left#one`, `attempts_left#other`.

export type Messages = Record<string, string>;
export type Values = Record<string, string | number>;

type PluralOf<Key> = Key extends `${infer Base}#other` ? Base : never;
/** The message keys: the keys of the English texts, with plural keys reduced to their base. */
export type KeyOf<Texts> =
  | Exclude<keyof Texts & string, `${string}#${string}`>
  | PluralOf<keyof Texts>;

export interface Translate<Key extends string> {
  /**
   * @returns the message for a key. Numbers among the values are formatted for the locale; `count`
   *   selects the plural category
   */
  (key: Key, values?: Values): string;
  readonly language: string;
  /** The locale for `Intl`: the language with the visitor's region. */
  readonly locale: string;
}

/**
 * @param language BCP 47 tag of the messages; selects the plural rules
 * @param locale the same language with the visitor's region, for digits and number formats
 */
export function translator<Key extends string>(
  language: string,
  messages: Messages,
  locale = language,
): Translate<Key> {
  // The rules are created on first use, because creating the first rules takes a browser tens of
  // milliseconds.
  let plurals: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  const pluralOf = (count: number) => (plurals ??= new Intl.PluralRules(language)).select(count);
  const write = (value: number) =>
    needsNoFormat(value, locale)
      ? String(value)
      : (numbers ??= new Intl.NumberFormat(locale)).format(value);
  const translate = (key: Key, values: Values = {}): string => {
    const plural =
      typeof values['count'] === 'number'
        ? messages[`${key}#${pluralOf(values['count'])}`]
        : undefined;
    const text = plural ?? messages[key] ?? messages[`${key}#other`] ?? key;
    const fill = (name: string): string => {
      const value = values[name];
      if (value === undefined) return `{${name}}`;
      if (typeof value === 'number') return write(value);
      return RIGHT_TO_LEFT.test(text + value) ? isolate(value) : value;
    };
    // Every second part is a placeholder's name. `split` is used instead of replaceAll, which old
    // browsers lack: they still have to display the page that says that the browser is too old.
    const parts = text.split(/\{(\w+)\}/);
    return parts.map((part, index) => (index % 2 === 0 ? part : fill(part))).join('');
  };
  return Object.assign(translate, { language, locale });
}

/**
 * Languages whose digits in some regions are not ASCII, and locales that select a numbering system
 * (`-u-nu-`).
 */
const LOCALES_WITH_OWN_DIGITS =
  /^(ar|as|bn|ckb|dz|fa|hi|ks|lrc|mni|mr|my|mzn|ne|pa|ps|sa|sat|sd|ur|uz)\b|-u-/i;

/**
 * Whether `String` formats the number correctly: small integers have no separators and, except in
 * LOCALES_WITH_OWN_DIGITS, use ASCII digits.
 */
function needsNoFormat(value: number, locale: string): boolean {
  return (
    Number.isInteger(value) && value >= 0 && value < 1_000 && !LOCALES_WITH_OWN_DIGITS.test(locale)
  );
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/**
 * Bidi isolation: keeps a name with the opposite writing direction from reordering the sentence
 * around it.
 */
function isolate(value: string): string {
  return `\u2068${value}\u2069`;
}
