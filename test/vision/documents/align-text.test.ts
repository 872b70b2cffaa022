// Forced alignment of known texts. The scores are made by hand: they define which character a line
// shows at each step.
import { describe, expect, it } from 'vitest';
import { alignText, patternOf } from '../../../src/vision/documents/align-text.ts';
import {
  FIELD_CLASSES,
  FIELD_OUTPUTS,
  type FieldScores,
} from '../../../src/vision/documents/field-net.ts';
import { findKnown } from '../../../src/vision/documents/find-known.ts';
import {
  firstWordOf,
  formsOfDate,
  formsOfWord,
} from '../../../src/vision/documents/known-forms.ts';

/** The score of every character that a step does not show, relative to the one that it shows. */
const SURE = -20;

/**
 * @param shown a character for each step: `.` for no character, `_` for a gap between words,
 *   `(A|B)` for A or, slightly less likely, B
 */
function line(shown: string, behind = SURE): FieldScores {
  const steps = [...shown.matchAll(/\((.)\|(.)\)|(.)/g)].map(([, a, b, one]) =>
    [a, b, one].filter((value) => value !== undefined),
  );
  const scores = new Float32Array(steps.length * FIELD_OUTPUTS).fill(behind);
  for (const [t, characters] of steps.entries())
    for (const [i, character] of characters.entries()) {
      const at = character === '.' ? 0 : 1 + FIELD_CLASSES.indexOf(character.replace('_', ' '));
      scores[t * FIELD_OUTPUTS + at] = i === 0 ? 0 : -0.5;
    }
  return { steps: steps.length, behind: scores };
}

const fit = (scores: FieldScores, text: string): number => alignText(scores, patternOf(text) ?? []);

/**
 * Returns the scores of a sharp picture of the text: each character lasts two steps and is followed
 * by empty ones.
 */
const printed = (text: string): FieldScores =>
  line(
    Array.from(text.toUpperCase().replaceAll('O', '0').replaceAll('I', '1'), (character) =>
      FIELD_CLASSES.includes(character) && character !== ' ' ? `${character}${character}.` : '__',
    ).join('..'),
  );

describe('the score of an aligned text', () => {
  it('is 0 where the text is clearly there, at any place on the line', () => {
    expect(fit(line('..AA.B..'), 'AB')).toBe(0);
    expect(fit(line('X.YY..AA.B.C'), 'AB')).toBe(0);
    expect(fit(line('AB'), 'AB')).toBe(0);
  });

  it('is negative for missing characters', () => {
    expect(fit(line('AA..C'), 'AB')).toBe(SURE);
    expect(fit(line('AAC.B'), 'AB')).toBe(SURE);
    expect(fit(line('A(C|B)'), 'AB')).toBe(-0.5);
    expect(fit(line('A'), 'AB')).toBe(-Infinity);
    expect(fit(line('ABC'), '')).toBe(-Infinity);
  });

  it('requires a blank between two equal characters', () => {
    expect(fit(line('1.1'), '11')).toBe(0);
    expect(fit(line('11.'), '11')).toBeLessThan(0);
  });

  it('allows separators between characters, and requires the separators of the pattern', () => {
    expect(fit(line('12_03_85'), '120385')).toBe(0);
    expect(fit(line('12_03_85'), '12 03 85')).toBe(0);
    expect(fit(line('120385'), '12 03 85')).toBeLessThanOrEqual(2 * SURE);
  });

  it('treats the start and the end of the line as separators', () => {
    expect(fit(line('..ADA..'), ' ADA ')).toBe(0);
    expect(fit(line('X_ADA_X'), ' ADA ')).toBe(0);
    expect(fit(line('XADAX'), ' ADA ')).toBeLessThanOrEqual(SURE);
    expect(fit(line('ADAM'), ' ADA ')).toBeLessThanOrEqual(SURE);
  });

  it('accepts O for 0 and I for 1, as fonts draw them, and knows no other characters', () => {
    expect(fit(line('01'), 'OI')).toBe(0);
    expect(patternOf('Ä')).toBeUndefined();
    expect(patternOf('a')).toBeUndefined();
  });
});

describe('the search for known details', () => {
  it.each([
    '12.03.1985',
    '12/03/1985',
    '12 03 1985',
    '12-03-1985',
    '03/12/1985',
    '1985-03-12',
    '12. 3. 1985',
    '12.03.85',
    '12 MAR 1985',
    '12 MAR 85',
    '12MAR1985',
    'MAR 12 1985',
    '12 MARS/MAR 1985',
    '12 MAR/MAR 1985',
    '12 MRT/MAR 1985',
    '12 März 1985'.replace('ä', 'a'),
    '12 marzo 1985',
    '1985 MAR 12',
  ])('finds a birth date in its printed form: %s', (text) => {
    const known = { number: '', birthDate: '1985-03-12', surname: '', givenNames: '' };
    expect(findKnown([printed(`BORN ${text} X`)], known).birthDate).toBe(true);
    for (const birthDate of ['1985-03-13', '1985-04-12', '1986-03-12', '1975-12-03'])
      expect(findKnown([printed(`BORN ${text} X`)], { ...known, birthDate }).birthDate).toBe(false);
  });

  it('does not mistake six digits of a number for a date', () => {
    const known = { number: '', birthDate: '1985-03-12', surname: '', givenNames: '' };
    expect(findKnown([printed('NO 7120385')], known).birthDate).toBe(false);
  });

  it('knows every month by name, and confuses none with another', () => {
    const months = Array.from(
      { length: 12 },
      (_, i) => `1985-${String(i + 1).padStart(2, '0')}-12`,
    );
    const texts = months.map((date) => formsOfDate(date).flatMap(({ forms }) => forms));
    for (const [i, forms] of texts.entries()) {
      expect(new Set(forms).size).toBeGreaterThan(40);
      const others = new Set(texts.filter((_, k) => k !== i).flat());
      const shared = forms.filter((form) => others.has(form) && !/^\d| \d/.test(form.slice(-9)));
      expect(shared).toEqual([]);
    }
  });

  it('finds a number with separators and beside other text, and no other number', () => {
    const known = { number: 'L01X00T47', birthDate: '1985-03-12', surname: '', givenNames: '' };
    const rule = (text: string) => findKnown([printed(text)], known).number;
    expect(rule('NR L01X00T47')).toBe(true);
    expect(rule('L01 X00-T47 D')).toBe(true);
    expect(rule('L01X00T48')).toBe(false);
    expect(rule('L01X0T47')).toBe(false);
    expect(findKnown([printed('1234')], { ...known, number: '1234' }).number).toBe(false);
  });

  it('finds a name on one line or two, in any transliteration, and not half of it', () => {
    const known = {
      number: '',
      birthDate: '1985-03-12',
      surname: 'KOENIGSFELS',
      givenNames: 'KAETHE MAY',
    };
    const rule = (...texts: string[]) => findKnown(texts.map(printed), known).name;
    expect(rule('KOENIGSFELS', 'KAETHE')).toBe(true);
    expect(rule('NAME KONIGSFELS', 'KATHE MAY')).toBe(true);
    expect(rule('KATHE KONIGSFELS')).toBe(true);
    expect(rule('KONIGSFELS', 'MARTHA')).toBe(false);
    expect(rule('KONIGSFELSER', 'KATHE')).toBe(false);
    expect(rule('SANDBANK', 'KATHE')).toBe(false);
  });

  it('does not search for a name that is too short to be significant', () => {
    const known = { number: '', birthDate: '1985-03-12', surname: 'LI', givenNames: 'AN' };
    expect(findKnown([printed('LI AN')], known).name).toBe(false);
  });

  it('finds nothing when everything fits equally well', () => {
    const known = {
      number: '123456789',
      birthDate: '1985-03-12',
      surname: 'FLINTSTEIN',
      givenNames: 'AGATHA',
    };
    const blurred = { steps: 200, behind: new Float32Array(200 * FIELD_OUTPUTS).fill(-0.01) };
    expect(findKnown([blurred], known)).toEqual({ number: false, birthDate: false, name: false });
    expect(findKnown([], known)).toEqual({ number: false, birthDate: false, name: false });
  });
});

it('the first significant word stands for a name', () => {
  expect(firstWordOf('VAN DER BERG')).toBe('VAN');
  expect(firstWordOf('O CONNOR')).toBe('CONNOR');
  expect(firstWordOf('NG')).toBe('NG');
  expect(firstWordOf('<<')).toBeUndefined();
  expect(formsOfWord('MUELLER')).toEqual(['MUELLER', 'MULLER']);
});
