// Checks that the results of attacks match docs/threat-model.md, and that the rules' versions match
// docs/receipts.md, so that data and documentation never state different figures.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ATTACK_RESULTS } from '../../src/config/attack-results.ts';
import { POLICY_VERSIONS } from '../../src/config/policy-versions.ts';
import { POLICY } from '../../src/domain/verification/rules/session/policy.ts';

/** @returns the rows of the table whose header matches `head` */
function tableOf(page: string, head: RegExp): string[][] {
  const lines = readFileSync(page, 'utf8').split('\n');
  const start = lines.findIndex((line) => head.test(line));
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

const THREATS = 'docs/threat-model.md';
const page = readFileSync(THREATS, 'utf8').replaceAll(/\s+/g, ' ');
const percent = (share: number) => Math.round(share * 1_000) / 10;
const codesIn = (cell: string) => Array.from(cell.matchAll(/`(\w+)`/g), ([, code]) => code);

describe('the results of attacks', () => {
  it('match the table of forgers, row by row', () => {
    let attack = '';
    const printed = tableOf(THREATS, /^\| Forger +\| Level/).map((cells) => {
      const [name = '', level, passed = '', share = '', bands = '', refused = ''] = cells;
      attack = name === '' ? attack : name;
      const [, low, high] = /\(([\d.]+) to ([\d.]+)\)/.exec(share) ?? [];
      return {
        attack,
        level,
        passed: Number(passed.split(' ')[0]),
        of: Number(passed.split(' ')[2]),
        interval: [Number(low), Number(high)],
        bands: Object.fromEntries(
          Array.from(bands.matchAll(/(\w+) (\d+)/g), ([, band = '', n]) => [band, Number(n)]),
        ),
        refused_for: Object.fromEntries(
          Array.from(refused.matchAll(/`(\w+)` (\d+)/g), ([, code = '', n]) => [code, Number(n)]),
        ),
      };
    });
    const held = ATTACK_RESULTS.forgers.map((one) => ({
      ...one,
      interval: one.interval.map(percent),
    }));
    expect(held).toEqual(printed);
  });

  it('match the table of gestures, row by row', () => {
    const printed = tableOf(THREATS, /^\| Forger +\| Passed/).map((cells) => {
      const [attack = '', passed = '', share = '', refused = ''] = cells;
      const [, low, high] = /([\d.]+) to ([\d.]+)/.exec(share) ?? [];
      return [attack, Number(passed), [Number(low), Number(high)], codesIn(refused)];
    });
    const held = ATTACK_RESULTS.gestures.map(
      ({ attack, passed, interval, refused_for: refused }) => [
        attack,
        passed,
        interval.map(percent),
        refused,
      ],
    );
    expect(held).toEqual(printed);
  });

  it('match the clips, including the attack that is not stopped', () => {
    const printed = tableOf(THREATS, /^\| Attack +\| Stopped by, in the log/).map(
      ([attack = '', by = '']) => ({
        attack,
        stopped: !by.includes('not stopped'),
        by: codesIn(by),
      }),
    );
    expect(ATTACK_RESULTS.clips.attacks).toEqual(printed);
    const { sessions, honest, at_most: most } = ATTACK_RESULTS.clips;
    expect(page).toContain(
      `On ${ATTACK_RESULTS.measured_on.clips} **${honest.at_once} of ${honest.checks} honest checks came to a verdict at the first attempt (95 %, interval ${percent(honest.interval[0])} to ${percent(honest.interval[1])}), and none of ${sessions} attacking sessions passed**`,
    );
    expect(page).toContain(`up to ${percent(most)} % could`);
  });

  it('carry the date that the page states', () => {
    const said = new Date(`${ATTACK_RESULTS.measured_on.forgers}T12:00:00Z`).toLocaleDateString(
      'en-GB',
      { day: 'numeric', month: 'long', year: 'numeric' },
    );
    expect(page).toContain(`npm run bench -- forge --in-process --sessions=20\`, ${said}`);
  });
});

describe('the versions of the rules', () => {
  it('match docs/receipts.md, up to the version in force', () => {
    const printed = tableOf('docs/receipts.md', /^\| Version \| From/).map(
      ([version = '', from]) => ({ version: version.replaceAll('`', ''), from }),
    );
    expect(POLICY_VERSIONS).toEqual(printed);
    expect(POLICY_VERSIONS.at(-1)?.version).toBe(POLICY.version);
  });
});
