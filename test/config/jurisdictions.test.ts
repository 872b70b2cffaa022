import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { oldSources } from '../../scripts/old-sources.ts';
import { parseJurisdiction } from '../../src/config/jurisdiction.ts';
import { readJurisdictions, SHIPPED_FILES } from '../../src/config/jurisdictions.ts';

const FOLDER = 'data/jurisdictions';
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const read = (name: string): unknown => JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8'));

const RULE = {
  id: 'XA-general-2026-01-01',
  context: 'general',
  status: 'in_force',
  effective_from: '2026-01-01',
  gate: 18,
  note: 'Made up.',
  sources: [{ title: 'Made up', url: 'https://law.example/', read_on: '2026-11-28' }],
  reviewed_by: null,
};
const FILE = { jurisdiction: 'XA', name: 'Nowhere', time_zone: 'Europe/London', rules: [RULE] };

describe('shipped files (D-157)', () => {
  test.each(names)('%s has the schema, and the name of its jurisdiction', (name) => {
    expect(parseJurisdiction(read(name))).toMatchObject({ jurisdiction: name.slice(0, -5) });
  });

  it('are all bundled with the service', () => {
    expect(SHIPPED_FILES).toHaveLength(names.length);
    for (const name of names) expect(SHIPPED_FILES).toContainEqual(read(name));
  });

  it('have sources that were already read', () => {
    const rules = readJurisdictions({}).flatMap((file) => file.rules);
    for (const { read_on: day } of rules.flatMap(({ sources }) => sources))
      expect(Date.parse(day)).toBeLessThanOrEqual(Date.now() + 86_400_000);
  });

  it('are named by the build once a source was last read more than a year ago', () => {
    const files = [FILE] as unknown as Parameters<typeof oldSources>[0];
    expect(oldSources(files, Date.parse('2027-11-28'))).toEqual([]);
    expect(oldSources(files, Date.parse('2027-12-01'))).toEqual([
      'XA-general-2026-01-01: https://law.example/ was last read on 2026-11-28. Read it again.',
    ]);
  });
});

describe('files of an operator', () => {
  const withRule = (change: object) => ({ ...FILE, rules: [{ ...RULE, ...change }] });

  it('are added, also to a jurisdiction that is shipped', () => {
    const added = {
      ...FILE,
      jurisdiction: 'GB',
      rules: [{ ...RULE, id: 'GB-general-2026-01-01' }],
    };
    const files = readJurisdictions({ JURISDICTIONS: JSON.stringify([added, FILE]) });
    expect(files.filter(({ jurisdiction }) => jurisdiction === 'GB')).toHaveLength(2);
    expect(files.at(-1)).toEqual(FILE);
  });

  it('may be spread over several settings, since the platform takes 5 kB for one', () => {
    const other = { ...FILE, jurisdiction: 'XB', rules: [] };
    const files = readJurisdictions({
      JURISDICTIONS: JSON.stringify([FILE]),
      JURISDICTIONS_2: JSON.stringify([other]),
    });
    expect(files.slice(-2)).toEqual([FILE, other]);
    expect(() => readJurisdictions({ JURISDICTIONS_2: JSON.stringify([other, {}]) })).toThrow(
      'The setting JURISDICTIONS_2, file 2, is invalid: a file has an invalid member: jurisdiction.',
    );
  });

  test.each([
    ['no JSON', '{'],
    ['no list', '{}'],
    ['a file that is wrong', JSON.stringify([{ ...FILE, time_zone: 'Europe/Nowhere' }])],
  ])('%s stops the service with the name of the setting', (_, text) => {
    expect(() => readJurisdictions({ JURISDICTIONS: text })).toThrow('JURISDICTIONS');
  });

  test.each([
    ['rules', { ...FILE, rules: 'none' }],
    ['time_zone', { ...FILE, time_zone: 'Mars' }],
    ['jurisdiction', { ...FILE, jurisdiction: 'Nowhere' }],
    ['extra', { ...FILE, extra: 1 }],
    ['id', withRule({ id: 'XA' })],
    ['context', withRule({ context: 'other' })],
    ['gate', withRule({ gate: 0 })],
    ['sources', withRule({ sources: [] })],
    ['sources', withRule({ sources: [{ ...RULE.sources[0], url: 'http://law.example/' }] })],
    ['sources', withRule({ sources: [{ ...RULE.sources[0], read_on: '2026-02-30' }] })],
    ['reviewed_by', withRule({ reviewed_by: undefined })],
    ['accept', withRule({ accept: { methods: ['card'] } })],
    ['accept', withRule({ accept: { recheck: ['tomorrow'] } })],
    ['accept', withRule({ accept: { max_proof_age_days: 366 } })],
    ['gates', withRule({ gates: [18] })],
    ['effective_from', withRule({ id: 'XA-general-draft', effective_from: null })],
    ['effective_to', withRule({ effective_to: '2026-01-01' })],
    ['id', { ...FILE, rules: [RULE, RULE] }],
  ])('an invalid %s is named', (member, file) => {
    expect(parseJurisdiction(file)).toMatch(new RegExp(`invalid member: ${member}\\.$`));
  });
});
