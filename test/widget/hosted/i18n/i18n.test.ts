import { faceTexts } from '../../../../widget/hosted/i18n/face-texts.ts';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SUPPORTED_LOCALES } from '../../../../src/domain/terms/locale.ts';
import {
  loadLanguage,
  localeOf,
  markDocument,
  pickLanguage,
} from '../../../../widget/hosted/i18n/load-language.ts';
import { translator } from '../../../../widget/hosted/i18n/translate.ts';
import { baseOf, codes, english, englishOf, files, languages, texts } from '../../locale-files.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const placeholders = (text = '') =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted();
const bases = (language: string) => [...new Set(Object.keys(texts[language] ?? {}).map(baseOf))];
const pluralForms = Object.entries(texts).flatMap(([language, messages]) =>
  Object.entries(messages)
    .filter(([key]) => key.includes('#'))
    .map(([key, text]) => ({ language, category: key.split('#')[1] ?? '', key, text })),
);

async function readSources(folders: readonly string[]): Promise<string> {
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true })).map((name) => join(folder, name)),
    ),
  );
  const sources = names.flat().filter((name) => /\.tsx?$/.test(name));
  return (await Promise.all(sources.map((name) => readFile(join(ROOT, name), 'utf8')))).join('\n');
}

/**
 * Turns the key templates in the source, such as `blocked.${block}.title`, into patterns that
 * capture the values of their variables.
 */
function keyPatterns(source: string): RegExp[] {
  const templates = [...source.matchAll(/`((?:[a-z_.]|\$\{[^}`]+\})+)`/g)].map((m) => m[1] ?? '');
  const family = (template: string) =>
    template.replaceAll('.', String.raw`\.`).replaceAll(/\$\{[^}]+\}/g, '([a-z_]+)');
  const endings = templates.filter((t) => t.startsWith('$')).map((t) => t.replace(/^[^}]+\}/, ''));
  return templates
    .filter((template) => /^[a-z_]+\./.test(template))
    .flatMap((template) =>
      ['', ...endings].map((end) => new RegExp(`^${family(template + end)}$`)),
    );
}

describe('languages', () => {
  it('has one file per listed language, and the server offers the same languages', () => {
    expect(files.toSorted()).toEqual(codes.map((code) => `${code}.json`).toSorted());
    expect([...SUPPORTED_LOCALES].toSorted()).toEqual(codes.toSorted());
  });

  it.each(codes)('%s is named in its own language, and has the right direction', (code) => {
    const script = code === 'zh' ? 'zh-Hans' : code;
    const name = new Intl.DisplayNames([script], { type: 'language' }).of(script) ?? '';
    expect(languages[code]?.name.toLocaleLowerCase(code)).toBe(name.toLocaleLowerCase(code));
    const rtl = /^[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(name);
    expect(languages[code]?.dir).toBe(rtl ? 'rtl' : 'ltr');
  });

  it.each(codes)('%s has exactly the texts of English, in its order', (code) => {
    expect(bases(code)).toEqual(bases('en'));
  });

  it.each(codes)('%s has every plural of its grammar', (code) => {
    const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    for (const key of Object.keys(english).filter((name) => name.endsWith('#other'))) {
      const forms = Object.keys(texts[code] ?? {}).filter(
        (name) => name.includes('#') && baseOf(name) === baseOf(key),
      );
      expect(forms.map((form) => form.split('#')[1]).toSorted()).toEqual(categories.toSorted());
    }
  });

  it('contains the number in every plural form that covers more than one number', () => {
    const silent = pluralForms.filter(({ language, category, text }) => {
      const rules = new Intl.PluralRules(language);
      const numbers = Array.from({ length: 200 }, (_, n) => n).filter(
        (n) => rules.select(n) === category,
      );
      return numbers.length !== 1 && !text.includes('{count}');
    });
    expect(silent).toEqual([]);
  });

  it.each(codes)('%s fills in the same values as English', (code) => {
    for (const [key, text] of Object.entries(texts[code] ?? {})) {
      const named = (names: string[]) =>
        key.includes('#') ? names.filter((name) => name !== 'count') : names;
      expect([key, ...named(placeholders(text))]).toEqual([
        key,
        ...named(placeholders(englishOf(key))),
      ]);
    }
  });

  it('says without JavaScript, in every language, that the page needs it', async () => {
    const html = await readFile(join(ROOT, 'widget/hosted/index.html'), 'utf8');
    const said = [...html.matchAll(/<p class="lead" lang="(\w+)"/g)].map((match) => match[1]);
    expect(['en', ...said].toSorted()).toEqual(codes.toSorted());
  });

  it('every text is used, by its name or by a prefix with known endings', async () => {
    const page = await readSources(['widget/hosted']);
    const all =
      page +
      (await readSources([
        'src/routes/hosted',
        'src/vision/face',
        'src/vision/documents',
        'src/domain',
      ]));
    const patterns = keyPatterns(page);
    const isKnown = (name: string) => new RegExp(`['"]${name}['"]|\\b${name}:`).test(all);
    const unused = bases('en').filter((key) => {
      // A text with this prefix replaces the page's text with the same key but no prefix. If there
      // is no such text, the replacement is unused.
      if (key.startsWith('face.'))
        return !bases('en').includes(key.replace(/^face\.(enroll\.)?/, ''));
      // The wallet step reads its own file of texts, whose keys have no folder prefix.
      const name = key.replace(/^wallet\./, '');
      if (page.includes(`'${name}'`)) return false;
      const members = patterns.flatMap((pattern) => pattern.exec(name)?.slice(1) ?? []);
      return !members.some(isKnown);
    });
    expect(unused).toEqual([]);
  });
});

describe('the texts of a face check (D-97)', () => {
  const AGES = { en: /\bage\b|old/i, de: /Alter|schätz/i };

  it.each(['enroll', 'verify'] as const)(
    'do not mention age where an age check would: %s',
    (use) => {
      for (const [language, age] of Object.entries(AGES)) {
        const shown = { ...texts[language], ...faceTexts(language, use) };
        const seen = ['welcome.title_no_age', 'welcome.lead', 'welcome.look', 'welcome.turn'];
        const more = ['welcome.estimate', 'welcome.learns', 'welcome.consent_edge', 'age.title'];
        const last = ['welcome.shared_text', 'problem.age_unclear', 'outcome.success.text'];
        const said = [...seen, ...more, ...last].map((key) => shown[key]);
        expect(said.filter((text) => text === undefined || age.test(text))).toEqual([]);
      }
    },
  );

  it('say that a template is stored only when one is', () => {
    const consentTo = (use: 'enroll' | 'verify') => faceTexts('en', use)['welcome.consent_edge'];
    expect(consentTo('enroll')).toContain('template');
    expect(consentTo('verify')).not.toContain('template');
  });
});

describe('translator', () => {
  it('formats numbers for the language', () => {
    const t = translator('de', { step_of: '{step} / {total}' });
    expect(t('step_of', { step: 1234, total: 2 })).toBe('1.234 / 2');
  });

  it('uses the digits of the visitor’s region', () => {
    const digits = (locale: string) =>
      translator('ar', { step_of: '{step}' }, locale)('step_of', { step: 18 });
    expect(digits('ar-EG')).toBe('١٨');
    expect(digits('ar-MA')).toBe('18');
  });

  it('formats small numbers as Intl does, in any region of the language', () => {
    const locales = Object.keys(languages).flatMap((language) => [
      language,
      ...['AE', 'BR', 'CH', 'DZ', 'EG', 'IN', 'MA', 'MX', 'SA', 'TW'].map(
        (at) => `${language}-${at}`,
      ),
      `${language}-u-nu-deva`,
    ]);
    for (const locale of [...locales, 'ne', 'fa-AF', 'ur-IN', 'my', 'bn']) {
      const t = translator('en', { step_of: '{step}' }, locale);
      const byIntl = new Intl.NumberFormat(locale);
      for (const step of [0, 1, 18, 999, 1_000, 2.5, -1])
        expect([locale, t('step_of', { step })]).toEqual([locale, byIntl.format(step)]);
    }
  });

  it('chooses the plural form of the language', () => {
    const t = translator('ar', {
      'retry.attempts_left#two': 'اثنتان',
      'retry.attempts_left#other': '{count}',
    });
    expect(t('retry.attempts_left', { count: 2 })).toBe('اثنتان');
  });

  it.each([
    [1, 'Masz jeszcze jedną próbę.'],
    [2, 'Masz jeszcze 2 próby.'],
    [5, 'Masz jeszcze 5 prób.'],
  ])('inflects by number: %i', (count, text) => {
    expect(translator('pl', texts['pl'] ?? {})('retry.attempts_left', { count })).toBe(text);
  });

  it('isolates a name in another direction', () => {
    const t = translator('ar', { 'return.action': 'إلى {site}' });
    expect(t('return.action', { site: 'Shop (1)' })).toBe('إلى \u2068Shop (1)\u2069');
    const english = translator('en', { 'return.action': 'To {site}' });
    expect(english('return.action', { site: 'متجر (1)' })).toBe('To \u2068متجر (1)\u2069');
    expect(english('return.action', { site: 'Shop (1)' })).toBe('To Shop (1)');
  });

  it('leaves a placeholder without a value visible instead of writing undefined', () => {
    expect(translator('en', { cancel: 'Cancel {what}' })('cancel')).toBe('Cancel {what}');
  });
});

describe('choosing a language', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    [['de-CH', 'fr'], 'de'],
    [['nb-NO', 'pl'], 'pl'],
    [['zh-Hant-TW'], 'zh'],
    [['PT-br'], 'pt'],
    [['fil'], 'en'],
    [[], 'en'],
  ])('takes the first supported language of %j: %s', (wanted, language) => {
    expect(pickLanguage(wanted)).toBe(language);
  });

  it('takes the region from the browser’s languages, only for the same language', () => {
    expect(localeOf('ar', ['fr-FR', 'ar-MA', 'ar-EG'])).toBe('ar-MA');
    expect(localeOf('de', ['fr-FR'])).toBe('de');
  });

  it.each(codes)('loads %s', async (code) => {
    vi.stubGlobal('navigator', { languages: [`${code}-XX`] });
    const t = await loadLanguage(pickLanguage([code]));
    expect([t.language, t.locale]).toEqual([code, `${code}-XX`]);
    expect(t('cancel')).toBe(texts[code]?.['cancel']);
  });

  it('sets the document to the language’s direction, and back', () => {
    const documentElement = { lang: 'en', dir: '' };
    vi.stubGlobal('document', { documentElement });
    markDocument('ar');
    expect(documentElement).toEqual({ lang: 'ar', dir: 'rtl' });
    markDocument('ja');
    expect(documentElement).toEqual({ lang: 'ja', dir: 'ltr' });
  });
});
