import { assert, constantFrom, nat, property, stringMatching } from 'fast-check';
import { expect, test } from 'vitest';
import { displayedForms, findHidingCharacter } from '../../../src/domain/terms/displayed-name.ts';
import { findNameFault } from '../../../src/domain/terms/name-fault.ts';

const HIDING = {
  'RIGHT-TO-LEFT OVERRIDE': '\u202eelgooG',
  'an embedding': 'Wein\u202ahaus\u202c',
  'an isolate': '\u2067Wein\u2069haus',
  'a mark of direction': 'Wein\u200fhaus',
  'LEFT-TO-RIGHT MARK': 'Wein\u200ehaus',
  'ARABIC LETTER MARK': 'Wein\u061chaus',
  'ZERO WIDTH SPACE': 'Wein\u200bhaus',
  'a joiner between Latin letters': 'Wein\u200dhaus',
  'a non-joiner between Latin letters': 'Wein\u200chaus',
  'a joiner after an accent': 'Cafe\u0301\u200dhaus',
  'a non-joiner at the end': 'می\u200c',
  'two joiners': 'क्\u200d\u200dष',
  'WORD JOINER': 'Wein\u2060haus',
  'a byte order mark': '\ufeffWeinhaus',
  'SOFT HYPHEN': 'Wein\u00adhaus',
  'a tag': 'Wein\u{e0067}haus',
  'HANGUL FILLER': 'Wein\u3164haus',
  'BRAILLE PATTERN BLANK': 'Wein\u2800haus',
  'half a character': 'Wein\ud83dhaus',
  'private use': 'Wein\uf8ffhaus',
  'no character': 'Wein\ufffehaus',
  'a variant of a Latin letter': 'Wein\ufe01haus',
  'a line separator': 'Wein\u2028haus',
  NUL: 'Wein\0haus',
  'a pile of marks': `W${'\u030d'.repeat(8)}einhaus`,
};

test.each(Object.entries(HIDING))('%s hides letters or changes their direction', (_, name) => {
  expect(findHidingCharacter(name)).toBeDefined();
  expect(findNameFault(name, 'Agate')?.kind).toBe('hides_letters');
});

const GOOD = [
  'Weinhaus Linden',
  'Müller & Söhne GmbH',
  'Ägäis Reisen',
  'O’Neill’s Cellar',
  'مكتبة النور',
  'متجر ABC للكتب',
  'مُتَجَرٌ كَبِيرٌ',
  'می\u200cخواهم کتاب', // Persian with non-joiners
  'كتاب\u200dه', // a joiner shapes a letter
  'חנות ספרים',
  'בַּיִת',
  'חברת Cellar בע״מ',
  'क्\u200dषेत्र', // Hindi with a joiner
  'नमस्ते दुकान',
  'রেস্তোরাঁ র\u200d্যাব', // Bengali
  'ശ്രീ ന്\u200d', // a Malayalam chillu at the end
  'ශ්\u200dරී ලංකා', // Sinhala
  'தமிழ் கடை',
  'İstanbul Kitabevi',
  'Pınar Süt',
  'ISTANBUL ıIiİ',
  'Кафе Пушкин',
  'Αθήνα Cafe',
  'Կոնյակ',
  'カフェ',
  'Tシャツ専門店',
  '葛\u{e0100}城', // a variant of an ideograph
  '株式会社　葛城',
  '한국서점',
  '👩‍💻 Code School',
  '❤️ Bakery',
  'Vigne d’Été – Côte d’Azur',
  'Nguyễn Thị Ánh',
  'Open Air Festival',
  'OpenAir Kino',
  'Revolution Games',
  'Révolutionnaire',
  'Apple Orchard Cider',
  '24/7',
];

test.each(GOOD)('%s is accepted', (name) => {
  expect(findNameFault(name, 'Agate')).toBeUndefined();
});

test.each([
  ['\u202eelgooG', 'google'],
  ['My \u202eelgooG\u202c login', 'google'],
  ['ɢᴏᴏɢʟᴇ', 'google'],
  ['🅶🅾🅾🅶🅻🅴', 'google'],
  ['🇬​🇴​🇴​🇬​🇱​🇪', 'google'],
  ['Ꮐᴏᴏgle', 'google'],
  ['Gססgle', 'google'],
  ['goօgle', 'google'], // Armenian օ
  ['OpenAI Research', 'openai'],
  ['Revolut', 'revolut'],
  ['Google’s neighbour', 'google'],
  ['gle ס Go', 'google'], // on a right-to-left page
])('%s looks like %s', (name, looksLike) => {
  expect(findNameFault(name, 'Agate')?.looksLike).toBe(looksLike);
});

test('a name of plain letters is displayed as it is written', () => {
  assert(
    property(stringMatching(/^[a-zäöüß0-9 .&-]{1,40}$/u), (name) => {
      expect(displayedForms(name)).toEqual([name]);
      expect(findHidingCharacter(name)).toBeUndefined();
    }),
  );
});

test('a direction control is found at any position of an acceptable name', () => {
  const control = constantFrom(
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  );
  assert(
    property(constantFrom(...GOOD), nat(), control, (name, at, character) => {
      const letters = Array.from(name);
      const place = at % (letters.length + 1);
      letters.splice(place, 0, character);
      expect(findNameFault(letters.join(''), 'Agate')?.kind).toBe('hides_letters');
    }),
  );
});

test('right-to-left words are compared in both orders, and with reversed letters', () => {
  const forms = displayedForms('ab אב cd').map((form) => form.replaceAll(' ', ''));
  expect(forms).toEqual(['abאבcd', 'abבאcd', 'cdבאab']);
});
