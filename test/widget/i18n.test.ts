import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SUPPORTED_LOCALES } from '../../src/domain/verification/locale.ts';
import { translator, type Messages } from '../../widget/hosted/i18n/translate.ts';

const WIDGET = fileURLToPath(new URL('../../widget/', import.meta.url));
const read = async (name: string): Promise<Messages> =>
  JSON.parse(await readFile(join(WIDGET, 'locales', name), 'utf8'));

const languages = await read('languages.json');
const files = (await readdir(join(WIDGET, 'locales'))).filter((name) => name !== 'languages.json');
const english = await read('en.json');
const others = Object.keys(languages).filter((language) => language !== 'en');

const baseOf = (key: string) => key.split('#')[0] ?? key;
const basesOf = (messages: Messages) => new Set(Object.keys(messages).map(baseOf));
const placeholders = (text = '') =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted();

async function readSources(): Promise<string> {
  const names = await readdir(join(WIDGET, 'hosted'), { recursive: true });
  const sources = names.filter((name) => /\.tsx?$/.test(name));
  const texts = sources.map((name) => readFile(join(WIDGET, 'hosted', name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

describe('languages', () => {
  it('has one file per language that is listed, and the server offers the same', () => {
    expect(files.toSorted()).toEqual(
      Object.keys(languages)
        .map((l) => `${l}.json`)
        .toSorted(),
    );
    expect([...SUPPORTED_LOCALES].toSorted()).toEqual(Object.keys(languages).toSorted());
  });

  it.each(others)('%s has exactly the texts of English', async (language) => {
    expect([...basesOf(await read(`${language}.json`))].toSorted()).toEqual(
      [...basesOf(english)].toSorted(),
    );
  });

  it.each(Object.keys(languages))('%s has every plural its grammar knows', async (language) => {
    const messages = await read(`${language}.json`);
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of Object.keys(english).filter((name) => name.endsWith('#other'))) {
      const forms = Object.keys(messages).filter((name) => baseOf(name) === baseOf(key));
      expect(forms.map((form) => form.split('#')[1]).toSorted()).toEqual(categories.toSorted());
    }
  });

  it.each(others)('%s fills in the same values as English', async (language) => {
    for (const [key, text] of Object.entries(await read(`${language}.json`))) {
      // "One attempt" may do without its number; nothing else may be added or left out.
      const isPlural = key.includes('#');
      const wanted = placeholders(english[isPlural ? `${baseOf(key)}#other` : key]);
      const found = placeholders(text);
      const ignored = isPlural ? ['count'] : [];
      expect([key, ...found.filter((name) => !ignored.includes(name))]).toEqual([
        key,
        ...wanted.filter((name) => !ignored.includes(name)),
      ]);
    }
  });

  it('uses every text, by name or by family', async () => {
    const source = await readSources();
    const families = [...source.matchAll(/[`']([a-z_.]+\.)\$\{/g)].map((match) => match[1] ?? '');
    const unused = [...basesOf(english)].filter(
      (key) => !source.includes(`'${key}'`) && !families.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });
});

describe('translator', () => {
  it('writes numbers as the language does', () => {
    const t = translator('de', { step_of: '{step} / {total}' });
    expect(t('step_of', { step: 1234, total: 2 })).toBe('1.234 / 2');
  });

  it('chooses the plural by the language', () => {
    const t = translator('ar', {
      'retry.attempts_left#two': 'اثنتان',
      'retry.attempts_left#other': '{count}',
    });
    expect(t('retry.attempts_left', { count: 2 })).toBe('اثنتان');
  });

  it('keeps a name in another direction together', () => {
    const t = translator('ar', { 'return.action': 'إلى {site}' });
    expect(t('return.action', { site: 'Shop (1)' })).toBe('إلى \u2068Shop (1)\u2069');
  });

  it('leaves a placeholder without a value visible rather than writing undefined', () => {
    expect(translator('en', { cancel: 'Cancel {what}' })('cancel')).toBe('Cancel {what}');
  });
});
