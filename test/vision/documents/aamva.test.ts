import { assert, nat, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAamva } from '../../../src/vision/documents/aamva.ts';
import { holders } from './holders.ts';
import { type Holder, licenceText } from './mrz-zones.ts';

const HOLDER: Holder = {
  surname: 'QUARRY',
  givenNames: 'AGATHA MAY',
  issuer: 'USA',
  birthDate: '1974-08-12',
  expiryDate: '2031-04-15',
  number: 'D23145890',
  optional: '',
  sex: 'F',
};
const LICENCE = licenceText(HOLDER);

const faultsOf = (text: string) => {
  const reading = readAamva(text);
  return reading.ok ? [] : reading.faults;
};

test('reads the code of a licence', () => {
  expect(readAamva(LICENCE)).toEqual({
    ok: true,
    facts: {
      type: 'drivers_license',
      country: 'US',
      number: 'D23145890',
      birthDate: '1974-08-12',
      expiryDate: '2031-04-15',
      surname: 'QUARRY',
      givenNames: 'AGATHA',
    },
  });
  assert(
    property(holders, (holder) => {
      expect(readAamva(licenceText(holder))).toMatchObject({
        ok: true,
        facts: { number: holder.number, birthDate: holder.birthDate },
      });
    }),
  );
});

test('recognises a Canadian licence by its country, and by its province when the country is missing', () => {
  const canadian = LICENCE.replace('DAJCA', 'DAJON').replace('08121974', '19740812');
  expect(readAamva(canadian.replace('DCGUSA', 'DCGCAN'))).toMatchObject({
    facts: { country: 'CA', birthDate: '1974-08-12' },
  });
  expect(readAamva(canadian.replace('DCGUSA', 'DCX'))).toMatchObject({ facts: { country: 'CA' } });
});

test('without a country it recognises 13 provinces and territories, 50 states, the district and 5 territories (D20)', () => {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const countries = letters.flatMap((a) =>
    letters.flatMap((b) => {
      const text = LICENCE.replace('DCGUSA', 'DCX').replace('DAJCA', `DAJ${a}${b}`);
      const reading = readAamva(text);
      return reading.ok ? [reading.facts.country] : [];
    }),
  );
  expect(countries.filter((one) => one === 'CA')).toHaveLength(13);
  expect(countries.filter((one) => one === 'US')).toHaveLength(56);
  for (const territory of ['AS', 'GU', 'MP', 'PR', 'VI', 'DC'])
    expect(
      readAamva(LICENCE.replace('DCGUSA', 'DCX').replace('DAJCA', `DAJ${territory}`)),
    ).toMatchObject({
      facts: { country: 'US' },
    });
});

test('an identity card is recognised as one, and an enhanced licence as a licence', () => {
  expect(readAamva(LICENCE.replaceAll(/DL(?=0|DAQ)/g, 'ID'))).toMatchObject({
    facts: { type: 'id_card' },
  });
  expect(readAamva(LICENCE.replaceAll(/DL(?=0|DAQ)/g, 'EN'))).toMatchObject({
    facts: { type: 'drivers_license' },
  });
});

test('version 1 has no issuer version, and prints years first', () => {
  const first = LICENCE.replace('ANSI 636014100001', 'AAMVA6360140101').replace(
    '08121974',
    '19740812',
  );
  expect(readAamva(first)).toMatchObject({ ok: true, facts: { birthDate: '1974-08-12' } });
});

test('a subfile with a wrong offset is found by its name', () => {
  expect(readAamva(LICENCE.replace('DL0031', 'DL0099'))).toMatchObject({ ok: true });
});

test('data after the subfile is ignored', () => {
  const more = `${LICENCE.replace('DBB08121974\n', '')}ZCZCA\nDBB08121974\r`;
  expect(faultsOf(more)).toEqual(['birth_date']);
});

test.each([
  '99999999',
  '12319999',
  '99991231',
  '00000000',
  '',
  'NONE',
  'NEVER',
  'INDEF',
  'NON-EXPIRING',
  'NO EXP',
])('a card that says %s as its expiry date never expires', (printed) => {
  const text = LICENCE.replace('DBA04152031', `DBA${printed}`);
  expect(readAamva(text)).toMatchObject({ ok: true, facts: { expiryDate: '9999-01-01' } });
  const without = LICENCE.replace('DBA04152031\n', '');
  expect(readAamva(without)).toMatchObject({ ok: true, facts: { expiryDate: '9999-01-01' } });
});

test.each([
  ['08001974', '1974-08-01', '1974-08-31'],
  ['00001974', '1974-01-01', '1974-12-31'],
  ['19740800', '1974-08-01', '1974-08-31'],
  ['19740000', '1974-01-01', '1974-12-31'],
])('a birth date of %s is read as a range of two days', (printed, bornFrom, birthDate) => {
  const text = LICENCE.replace('08121974', printed);
  expect(readAamva(text)).toMatchObject({ ok: true, facts: { bornFrom, birthDate } });
});

test('for any declared lengths and offsets, a value is read completely or not at all', () => {
  const [, start = '', length = ''] = /DL(\d{4})(\d{4})/.exec(LICENCE) ?? [];
  const entry = `DL${start}${length}`;
  assert(
    property(nat(9999), nat(9999), nat(99), (offset, size, count) => {
      const declared = `DL${String(offset).padStart(4, '0')}${String(size).padStart(4, '0')}`;
      for (const text of [
        LICENCE.replace(entry, declared),
        LICENCE.replace(entry, `DL${start}${declared.slice(6)}`),
        LICENCE.replace(`01${entry}`, `${String(count).padStart(2, '0')}${entry}`),
      ]) {
        const reading = readAamva(text);
        if (!reading.ok) continue;
        const { number, birthDate, expiryDate } = reading.facts;
        expect([number, birthDate, expiryDate]).toEqual(['D23145890', '1974-08-12', '2031-04-15']);
      }
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['elements that end in carriage returns', LICENCE.replaceAll('\n', '\r')],
  ['other elements first', LICENCE.replace('DLDAQ', 'DLDCAD\nDAQ')],
  ['no type before its elements', LICENCE.replace('DLDAQ', 'DAQ')],
  ['a length that ends within the number', LICENCE.replace(/(DL\d{4})\d{4}/, '$10006')],
  ['no count of its entries', LICENCE.replace(/01(DL\d{8})/, '00$1')],
])('is read with %s', (_, text) => {
  expect(readAamva(text)).toMatchObject({ ok: true, facts: { number: 'D23145890' } });
});

describe('the magnetic stripe format of British Columbia', () => {
  const STRIPE =
    '%BCVICTORIA^QUARRY,$AGATHA MAY^12 STONE ST$VICTORIA BC  V8V 1A1^?;636028012345678=310619850603=?_%0AV8V1A1                     F170 60BRNBLU00000000000                  ?';

  test('is read with all its values', () => {
    expect(readAamva(STRIPE)).toEqual({
      ok: true,
      facts: {
        type: 'drivers_license',
        country: 'CA',
        number: '012345678',
        birthDate: '1985-06-03',
        expiryDate: '2031-06-03',
        surname: 'QUARRY',
        givenNames: 'AGATHA MAY',
      },
    });
  });

  test.each([
    ['3106', '2031-06-03'],
    ['3102', '2031-02-28'],
    ['3199', '2031-06-03'],
    ['3188', '2032-06-30'],
    ['3177', '9999-01-01'],
  ])('with %s it expires on %s (AAMVA, annex F)', (yymm, expiryDate) => {
    const text = STRIPE.replace('=3106', `=${yymm}`);
    expect(readAamva(text)).toMatchObject({ ok: true, facts: { expiryDate } });
  });

  test.each([
    ['of another issuer', STRIPE.replace('636028', '636014'), 'header'],
    ['of another province', STRIPE.replace('%BC', '%AB'), 'header'],
    ['without a number', STRIPE.replace('012345678', ''), 'header'],
    ['with a birth date that is none', STRIPE.replace('19850603', '19851303'), 'birth_date'],
    ['with a month that is none', STRIPE.replace('=3106', '=3113'), 'expiry_date'],
    ['that is cut', STRIPE.slice(0, 70), 'header'],
  ])('is refused %s', (_, text, fault) => {
    expect(faultsOf(text)).toEqual([fault]);
  });
});

test.each([
  ['no header', LICENCE.slice(2), 'header'],
  ['a header behind other text', `hello ${LICENCE}`, 'header'],
  ['no licence in it', LICENCE.replace('DL0031', 'ZC0031'), 'subfile'],
  ['no number', LICENCE.replace('DAQD23145890', 'DAQ'), 'number'],
  ['no birth date', LICENCE.replace('DBB08121974\n', ''), 'birth_date'],
  ['month 13', LICENCE.replace('DBB0812', 'DBB1312'), 'birth_date'],
  ['31 February', LICENCE.replace('DBB0812', 'DBB0231'), 'birth_date'],
  ['a date that is cut', LICENCE.replace('DBA04152031', 'DBA0415203'), 'expiry_date'],
  ['a date that is none', LICENCE.replace('DBA04152031', 'DBA13152031'), 'expiry_date'],
  ['a birth date without a year', LICENCE.replace('DBB08121974', 'DBB08120000'), 'birth_date'],
  ['another country', LICENCE.replace('DCGUSA', 'DCGMEX'), 'country'],
  ['no such state', LICENCE.replace('DCGUSA', '').replace('DAJCA', 'DAJCX'), 'country'],
  ['neither country nor state', LICENCE.replace('DCGUSA', '').replace('DAJCA', ''), 'country'],
])('is refused: %s', (_, text, fault) => {
  expect(faultsOf(text)).toContain(fault);
});

test('any text is either read or reported with its faults, without an exception', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      expect(faultsOf(text)).toEqual(['header']);
    }),
  );
  assert(
    property(string({ unit: 'binary' }), (text) => {
      const reading = readAamva(`@\n\x1e\rANSI 636014${text}`);
      expect(reading.ok || reading.faults.length > 0).toBe(true);
    }),
  );
});
