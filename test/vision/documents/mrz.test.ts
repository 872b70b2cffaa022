import { array, assert, constantFrom, nat, property, string, stringMatching } from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { checkDigit } from '../../../src/vision/documents/check-digit.ts';
import { readMrz } from '../../../src/vision/documents/mrz.ts';
import { formats, holders, TODAY } from './holders.ts';
import { type Holder, zoneOf } from './mrz-zones.ts';

const HOLDER: Holder = {
  surname: 'QUARRY STONE',
  givenNames: 'AGATHA MAY',
  issuer: 'CZE',
  birthDate: '1974-08-12',
  expiryDate: '2031-04-15',
  number: 'D23145890',
  optional: '',
  sex: 'F',
};

const faultsOf = (lines: readonly string[], today = TODAY) => {
  const reading = readMrz(lines, today);
  return reading.ok ? [] : reading.faults;
};
const factsOf = (lines: readonly string[], today = TODAY) => {
  const reading = readMrz(lines, today);
  if (!reading.ok) throw new Error(reading.faults.join());
  return reading.facts;
};
const replaced = (line: string, at: number, by: string): string =>
  line.slice(0, at) + by + line.slice(at + by.length);
/**
 * Returns the zone with the text at one position replaced and the check digits left as they were.
 */
const changed = (lines: readonly string[], line: number, at: number, by: string): string[] =>
  lines.map((text, i) => (i === line ? replaced(text, at, by) : text));

describe('the specimens of ICAO 9303 are consistent, except that their issuer, Utopia, does not exist', () => {
  it.each([
    [
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    ],
    ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'],
    [
      'I<UTOD231458907<<<<<<<<<<<<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ],
  ])('%s', (...lines) => {
    expect(faultsOf(lines)).toEqual(['issuer']);
  });
});

test('an old French card is read by its own layout, from its published specimen', () => {
  const card = ['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '8806923102858CORINNE<<<<<<<6512068F6'];
  expect(readMrz(card, TODAY)).toEqual({
    ok: true,
    facts: {
      type: 'id_card',
      country: 'FR',
      number: '880692310285',
      birthDate: '1965-12-06',
      expiryDate: '1998-06-01',
      surname: 'BERTHIER',
      givenNames: 'CORINNE',
    },
  });
});

test('an old French card is valid for 15 years when it was issued to an adult from 2004 on, else for 10', () => {
  const card = (issued: string, birth: string): string[] => {
    const upper = 'IDFRAQUARRY'.padEnd(36, '<');
    const number = `${issued}75100001`;
    const lower = `${number}${checkDigit(number)}AGATHA<<<<<<<<${birth}${checkDigit(birth)}F`;
    return [upper, lower + checkDigit(upper + lower)];
  };
  expect(factsOf(card('1406', '800101')).expiryDate).toBe('2029-06-01');
  expect(factsOf(card('1406', '000101')).expiryDate).toBe('2024-06-01');
  expect(factsOf(card('0306', '800101')).expiryDate).toBe('2013-06-01');
});

test('reads the details of every zone, in all three formats', () => {
  assert(
    property(formats, holders, (format, holder) => {
      const reading = readMrz(zoneOf(format, holder), TODAY);
      expect(reading).toMatchObject({
        ok: true,
        facts: {
          type: format === 'td3' ? 'passport' : 'id_card',
          number: holder.number,
          birthDate: holder.birthDate,
          expiryDate: holder.expiryDate,
        },
      });
    }),
  );
});

test('fillers are removed from names, and names that do not fit are truncated', () => {
  expect(factsOf(zoneOf('td3', HOLDER))).toMatchObject({
    surname: 'QUARRY STONE',
    givenNames: 'AGATHA MAY',
  });
  const long = { ...HOLDER, surname: 'A'.repeat(40) };
  expect(factsOf(zoneOf('td1', long))).toMatchObject({ surname: 'A'.repeat(30), givenNames: '' });
});

test('any single wrong digit in a date is detected', () => {
  const dates = { td3: [1, 13, 21], td2: [1, 13, 21], td1: [1, 0, 8] } as const;
  assert(
    property(formats, holders, nat(11), nat(8), (format, holder, place, other) => {
      const lines = zoneOf(format, holder);
      const [line, birth, expiry] = dates[format];
      const at = place < 6 ? birth + place : expiry + place - 6;
      const wrong = String((Number(lines[line]?.[at]) + 1 + other) % 10);
      const name = place < 6 ? 'birth_check' : 'expiry_check';
      expect(faultsOf(changed(lines, line, at, wrong))).toContain(name);
    }),
  );
});

test('one changed character never changes a date of a zone that passes its check digits', () => {
  const characters = Array.from('<ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
  assert(
    property(formats, holders, nat(2), nat(43), constantFrom(...characters), (...drawn) => {
      const [format, holder, line, at, character] = drawn;
      const lines = zoneOf(format, holder);
      const reading = readMrz(changed(lines, line % lines.length, at, character), TODAY);
      const { birthDate, expiryDate } = reading.ok ? reading.facts : holder;
      expect([birthDate, expiryDate]).toEqual([holder.birthDate, holder.expiryDate]);
    }),
    { numRuns: 1000 },
  );
});

describe('is refused:', () => {
  const TD3 = zoneOf('td3', HOLDER);
  const [upper = '', lower = ''] = TD3;
  /** Returns the zone with this birth date and valid check digits. */
  const born = (yymmdd: string): string[] => {
    const birth = yymmdd + checkDigit(yymmdd);
    const line = replaced(lower, 13, birth);
    const whole = line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 43);
    return [upper, replaced(line, 43, checkDigit(whole))];
  };

  test.each([
    ['nothing', [], ['shape']],
    ['one line', [upper], ['shape']],
    ['a line too short', [upper, lower.slice(1)], ['shape']],
    ['small letters', [upper.toLowerCase(), lower], ['characters']],
    ['a digit in a name', [replaced(upper, 7, '4'), lower], ['characters']],
    ['a letter in a date', [upper, replaced(lower, 14, 'A')], ['characters']],
    ['an unknown issuer', [replaced(upper, 2, 'XYZ'), lower], ['issuer']],
    ['a number that another check digit belongs to', changed(TD3, 1, 0, 'E'), ['number_check']],
    ['a visa', zoneOf('td2', HOLDER).map((line) => line.replace(/^I</, 'IV')), ['kind']],
    [
      'a permit as Georgia prints it, of another state',
      zoneOf('td1', HOLDER).map((line) => line.replace(/^I</, 'TR')),
      ['kind'],
    ],
    ['a vehicle’s paper', zoneOf('td1', HOLDER).map((line) => line.replace(/^I</, 'V<')), ['kind']],
    ['31 February, with right check digits', born('740231'), ['birth_date']],
    ['month 13, with right check digits', born('741301'), ['birth_date']],
    ['29 February of no leap year', born('750229'), ['birth_date']],
    ['an unknown year of birth', born('<<0812'), ['birth_date']],
    ['an unknown month before a day that is none', born('74<<32'), ['birth_date']],
  ])('%s', (_, lines, faults) => {
    expect(faultsOf(lines)).toEqual(expect.arrayContaining(faults));
  });

  test('a zone whose last check digit is wrong', () => {
    expect(faultsOf(changed(TD3, 1, 43, String((Number(lower[43]) + 1) % 10)))).toEqual([
      'whole_check',
    ]);
  });
});

describe('an incomplete birth date', () => {
  const bornOn = (yymmdd: string) => {
    const [upper = '', lower = ''] = zoneOf('td3', HOLDER);
    const line = replaced(lower, 13, yymmdd + checkDigit(yymmdd));
    const whole = line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 43);
    const { bornFrom, birthDate } = factsOf([upper, replaced(line, 43, checkDigit(whole))]);
    return [bornFrom, birthDate];
  };

  test.each([
    ['740812', undefined, '1974-08-12'],
    ['7408<<', '1974-08-01', '1974-08-31'],
    ['740800', '1974-08-01', '1974-08-31'],
    ['7602<<', '1976-02-01', '1976-02-29'],
    ['74<<<<', '1974-01-01', '1974-12-31'],
    ['740000', '1974-01-01', '1974-12-31'],
    ['74<<12', '1974-01-01', '1974-12-31'],
  ])('%s is read as a range of two days (ICAO 9303-3, 4.8)', (printed, from, to) => {
    expect(bornOn(printed)).toEqual([from, to]);
  });
});

describe('a card without an expiry date', () => {
  const card = (
    format: 'td1' | 'td2',
    issuer: string,
    birthDate: string,
    [printed, digit = checkDigit(printed)]: [string, string?],
  ) => {
    const lines = zoneOf(format, { ...HOLDER, issuer, birthDate });
    const [line, at] = format === 'td1' ? [1, 8] : [1, 21];
    const dated = replaced(lines[line] ?? '', at, printed + digit);
    const upper = lines[0] ?? '';
    const [over, last] =
      format === 'td1'
        ? [upper.slice(5) + dated.slice(0, 7) + dated.slice(8, 15) + dated.slice(18, 29), 29]
        : [dated.slice(0, 10) + dated.slice(13, 20) + dated.slice(21, 35), 35];
    return [upper, replaced(dated, last, checkDigit(over)), ...lines.slice(2)];
  };

  test.each([
    ['td1', 'MDA', '1981-11-22', '<<<<<<'],
    ['td2', 'MDA', '1981-11-22', '<<<<<<'],
    ['td1', 'SRB', '1966-11-22', '<<<<<<'],
    ['td1', 'BGR', '1966-11-22', '999999'],
    ['td2', 'ROU', '1966-11-22', '000000'],
  ] as const)('%s of %s, born %s, with %s never expires', (format, issuer, born, printed) => {
    expect(factsOf(card(format, issuer, born, [printed])).expiryDate).toBe('9999-01-01');
  });

  test.each([
    ['td1', 'MDA', '1981-11-23', '<<<<<<'],
    ['td1', 'SRB', '1966-11-23', '<<<<<<'],
    ['td2', 'FRA', '1966-11-23', '999999'],
  ] as const)(
    '%s of %s, born %s, with %s is refused for its date',
    (format, issuer, born, printed) => {
      expect(faultsOf(card(format, issuer, born, [printed]))).toEqual(['expiry_date']);
    },
  );

  test('is accepted only with a correct check digit', () => {
    expect(faultsOf(card('td1', 'MDA', '1970-01-01', ['<<<<<<', '4']))).toContain('expiry_check');
  });
});

describe('the century of a birth date', () => {
  const bornOn = (birthDate: string, today: string) =>
    factsOf(zoneOf('td3', { ...HOLDER, birthDate }), today).birthDate;

  it('is the latest in which that day is in the past', () => {
    expect(bornOn('1926-11-23', '2026-11-22')).toBe('1926-11-23');
    expect(bornOn('1926-11-22', '2026-11-22')).toBe('2026-11-22');
    expect(bornOn('2000-02-29', '2026-11-22')).toBe('2000-02-29');
  });
});

test('an expiry date is the nearest such day, past or future', () => {
  const expires = (expiryDate: string) =>
    factsOf(zoneOf('td3', { ...HOLDER, expiryDate }), TODAY).expiryDate;
  expect(expires('1998-03-01')).toBe('1998-03-01');
  expect(expires('2070-03-01')).toBe('2070-03-01');
});

describe('the date 01-01-9999 on a card is not read as 1999 (D-88)', () => {
  const born = { ESP: '1996-11-22', ITA: '1956-11-22' };
  const card = (issuer: string, birthDate: string) =>
    zoneOf('td1', { ...HOLDER, issuer, birthDate, expiryDate: '9999-01-01' });
  test.each(['ESP', 'ITA'] as const)(
    'when %s issues it for life, for holders old enough',
    (issuer) => {
      expect(factsOf(card(issuer, born[issuer])).expiryDate).toBe('9999-01-01');
      const young = born[issuer].replace('-22', '-23');
      expect(factsOf(card(issuer, young)).expiryDate).toBe('1999-01-01');
    },
  );

  test('but is read as 1999 on other countries’ cards, passports and residence permits', () => {
    expect(factsOf(card('FRA', '1940-01-01')).expiryDate).toBe('1999-01-01');
    const holder = { ...HOLDER, issuer: 'ESP', birthDate: '1940-01-01', expiryDate: '9999-01-01' };
    expect(factsOf(zoneOf('td3', holder)).expiryDate).toBe('1999-01-01');
    const [first = '', second = '', third = ''] = zoneOf('td1', holder);
    expect(factsOf([replaced(first, 0, 'IR'), second, third]).expiryDate).toBe('1999-01-01');
  });
});

test('a number longer than nine characters continues in the optional data (ICAO 9303-5)', () => {
  const [upper = '', middle = '', names = ''] = zoneOf('td1', HOLDER);
  const number = 'D23145890734';
  const long = replaced(upper, 5, `D23145890<734${checkDigit(number)}<<<<<<<<<<<`);
  const over = long.slice(5) + middle.slice(0, 7) + middle.slice(8, 15) + middle.slice(18, 29);
  const lines = [long, replaced(middle, 29, checkDigit(over)), names];
  expect(factsOf(lines).number).toBe(number);
  expect(faultsOf(changed(lines, 0, 15, '8'))).toContain('number_check');
});

test.each([
  ['td1', 'IR', 'FRA', 'residence_permit'],
  ['td1', 'C1', 'USA', 'residence_permit'],
  ['td1', 'C<', 'ITA', 'id_card'],
  ['td1', 'ID', 'FRA', 'id_card'],
  ['td1', 'TR', 'GEO', 'residence_permit'],
  ['td1', 'RP', 'EST', 'residence_permit'],
] as const)('%s %s of %s is a %s', (format, code, issuer, type) => {
  const [upper = '', ...rest] = zoneOf(format, { ...HOLDER, issuer });
  expect(factsOf([replaced(upper, 0, code), ...rest]).type).toBe(type);
});

test.each([
  ['D<<', 'DE'],
  ['GBR', 'GB'],
  ['RKS', 'XK'],
  ['UNO', undefined],
  ['XBA', undefined],
  ['XEC', undefined],
  ['XCO', undefined],
])('the country of %s is %s', (issuer, country) => {
  expect(factsOf(zoneOf('td3', { ...HOLDER, issuer })).country).toBe(country);
});

test('any text is either read or reported with its faults, without an exception', () => {
  const zoneLike = stringMatching(/^[A-Z0-9<]{30,44}$/);
  const lines = constantFrom(30, 36, 44).chain((length) =>
    array(
      string({ unit: 'binary', maxLength: 50 }).map((s) => s.slice(0, length)),
      { maxLength: 4 },
    ),
  );
  const sized = constantFrom<[number, number]>([2, 44], [2, 36], [3, 30]).chain(([count, length]) =>
    array(
      zoneLike.map((s) => s.padEnd(44, '<').slice(0, length)),
      { minLength: count, maxLength: count },
    ),
  );
  for (const arbitrary of [lines, sized])
    assert(
      property(arbitrary, (text) => {
        const reading = readMrz(text, TODAY);
        expect(reading.ok || reading.faults.length > 0).toBe(true);
      }),
      { numRuns: 300 },
    );
});
