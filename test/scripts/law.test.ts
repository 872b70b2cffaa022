// The settings built from an operator's law files, and the faults found in such files.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../scripts/law.ts';
import { readJurisdictions } from '../../src/config/jurisdictions.ts';

const read = (name: string) => ({
  name,
  text: readFileSync(`data/jurisdictions/${name}`, 'utf8'),
});
const varsOf = (lines: string[]) =>
  Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

describe('files of an operator', () => {
  it('become settings that the service reads unchanged, each short enough for the platform', () => {
    const names = ['AU.json', 'DE.json', 'FR.json', 'GB.json', 'IT.json', 'US-TX.json'];
    const { settings, faults } = settingsOf(names.map(read));
    expect(faults).toEqual([]);
    expect(settings.length).toBeGreaterThan(1);
    for (const line of settings) expect(Buffer.byteLength(line)).toBeLessThan(5_120);
    const added = readJurisdictions(varsOf(settings)).slice(-names.length);
    expect(added).toEqual(names.map((name) => JSON.parse(read(name).text)));
  });

  it('are refused by name, with the invalid member', () => {
    const wrong = {
      ...read('GB.json'),
      text: read('GB.json').text.replace('"gate": 18', '"gate": 0'),
    };
    expect(settingsOf([read('FR.json'), wrong, { name: 'XB.json', text: '{' }])).toEqual({
      settings: [],
      faults: ['GB.json: a rule of GB has an invalid member: gate.', 'XB.json: this is not JSON.'],
    });
  });

  it('that no setting can hold are reported as too long', () => {
    const { faults } = settingsOf([read('EU.json')]);
    expect(faults[0]).toContain('split a file');
  });
});
