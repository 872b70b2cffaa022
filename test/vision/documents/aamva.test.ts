import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
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

test('says what the code of a licence says', () => {
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

test('knows a Canadian licence by its country, and by its province where that is missing', () => {
  const canadian = LICENCE.replace('DAJCA', 'DAJON').replace('08121974', '19740812');
  expect(readAamva(canadian.replace('DCGUSA', 'DCGCAN'))).toMatchObject({
    facts: { country: 'CA', birthDate: '1974-08-12' },
  });
  expect(readAamva(canadian.replace('DCGUSA', 'DCX'))).toMatchObject({ facts: { country: 'CA' } });
});

test('without a country it knows 13 provinces and territories, 50 states, the district and 5 territories (D20)', () => {
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

test('an identity card is one, an enhanced licence is a licence', () => {
  expect(readAamva(LICENCE.replaceAll(/DL(?=0|DAQ)/g, 'ID'))).toMatchObject({
    facts: { type: 'id_card' },
  });
  expect(readAamva(LICENCE.replaceAll(/DL(?=0|DAQ)/g, 'EN'))).toMatchObject({
    facts: { type: 'drivers_license' },
  });
});

test('version 1 has no version of the issuer and prints years first', () => {
  const first = LICENCE.replace('ANSI 636014100001', 'AAMVA6360140101').replace(
    '08121974',
    '19740812',
  );
  expect(readAamva(first)).toMatchObject({ ok: true, facts: { birthDate: '1974-08-12' } });
});

test('a subfile that is counted wrongly is found by its name', () => {
  expect(readAamva(LICENCE.replace('DL0031', 'DL0099'))).toMatchObject({ ok: true });
});

test('what follows the subfile is none of it', () => {
  const more = `${LICENCE.replace('DBB08121974\n', '')}ZCZCA\nDBB08121974\r`;
  expect(faultsOf(more)).toEqual(['birth_date']);
});

test.each([
  ['no header', LICENCE.slice(2), 'header'],
  ['a header behind other text', `hello ${LICENCE}`, 'header'],
  ['no licence in it', LICENCE.replace('DL0031', 'ZC0031'), 'subfile'],
  ['no number', LICENCE.replace('DAQD23145890', 'DAQ'), 'number'],
  ['no birth date', LICENCE.replace('DBB08121974\n', ''), 'birth_date'],
  ['month 13', LICENCE.replace('DBB0812', 'DBB1312'), 'birth_date'],
  ['31 February', LICENCE.replace('DBB0812', 'DBB0231'), 'birth_date'],
  ['no expiry date', LICENCE.replace('DBA04152031', 'DBANONE'), 'expiry_date'],
  ['another country', LICENCE.replace('DCGUSA', 'DCGMEX'), 'country'],
  ['no such state', LICENCE.replace('DCGUSA', '').replace('DAJCA', 'DAJCX'), 'country'],
  ['neither country nor state', LICENCE.replace('DCGUSA', '').replace('DAJCA', ''), 'country'],
])('is refused: %s', (_, text, fault) => {
  expect(faultsOf(text)).toContain(fault);
});

test('of any text whatever it says what is wrong, and never throws', () => {
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
