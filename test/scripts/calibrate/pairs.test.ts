import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { describePairs } from '../../../scripts/calibrate/count-pairs.ts';
import { type Described, measureDistances } from '../../../scripts/calibrate/pair-distances.ts';
import { parseGroups, parseShown, type Shown } from '../../../scripts/calibrate/pair-labels.ts';
import { suggestLimits } from '../../../scripts/calibrate/suggest-limits.ts';
import { FACE_LIMIT_RANGES, SHIPPED_FACE_LIMITS } from '../../../src/config/face-limits.ts';
import { readPhotoFile } from '../../support/puppet/stills.ts';
import {
  blendFaces,
  describePerson,
  distanceFor,
} from '../../support/visitor/scripted-descriptor.ts';

const { portrait, enrolled, blocked } = SHIPPED_FACE_LIMITS;

/** A picture of a person; `apart` is the face's distance from the person's usual appearance. */
const picture = (person: string, apart = 0, groups: Partial<Shown> = {}): Described => ({
  file: `${person}-${apart}.jpg`,
  person,
  descriptor: Float32Array.from(
    apart === 0
      ? describePerson(person)
      : blendFaces(person, `${person}, aside ${apart}`, distanceFor(apart)),
  ),
  ...groups,
});

describe('pairs from an operator’s own pictures', () => {
  it('give the false non-match and false match rates at each limit, with intervals', () => {
    const described = [picture('ada'), picture('ada', 0.5), picture('ada', 1.02), picture('bo')];
    const text = describePairs(described, described, SHIPPED_FACE_LIMITS);
    expect(text).toContain('Pictures: 4, people: 2.');
    expect(text).toContain('No group is labelled');
    expect(text).toContain(
      `up to ${portrait.same.toFixed(2)}: strangers match none (up to 56.2 %) of 3; of one person not at once 66.7 % (20.8 to 93.9) of 3`,
    );
    expect(text).not.toMatch(/jpg/);
  });

  it('are counted by group, with strangers from the same group only, and groups without pictures are named', () => {
    const [women, men] = ['east asian women', 'east asian men'].map((group) => ({ group }));
    const described = [picture('ada', 0, women), picture('bea', 0, women), picture('bo', 0, men)];
    const lost = { file: 'd.jpg', person: 'd', group: 'indian men' };
    const measured = measureDistances(described);
    expect(measured.map((one) => [one.group, one.people, one.strangers.length])).toEqual([
      ['east asian men', 1, 0],
      ['east asian women', 2, 1],
    ]);
    const text = describePairs(described, [...described, lost], SHIPPED_FACE_LIMITS);
    expect(text).toContain('indian men: no picture could be described');
    expect(text).not.toContain('No group is labelled');
  });

  it('compare the mean of three pictures with other pictures of the person and with strangers', () => {
    const ada = [0, 0.4, 0.5, 0.6, 0.7].map((apart) => picture('ada', apart));
    const [measured] = measureDistances([...ada, picture('bo'), picture('cy')]);
    expect(measured?.enrolledOwn).toHaveLength(2);
    expect(measured?.enrolledStrangers).toHaveLength(2);
    expect(Math.max(...(measured?.enrolledOwn ?? []))).toBeLessThan(enrolled.same);
    expect(Math.min(...(measured?.enrolledStrangers ?? []))).toBeGreaterThan(enrolled.same);
  });

  it.each([
    ['file,sex\na.jpg,f', 'needs the columns file and person'],
    ['file,person\na.jpg,', 'must say whom it shows'],
    ['file,person\n../a.jpg,p', 'Not a file of the folder'],
    ['file,person,group\na.jpg,p,"x"', 'a group has short words'],
  ])('labels %j are refused', (text, message) => {
    expect(() => parseShown(text)).toThrow(message);
  });

  it.each([
    ['name,group\na,b', 'needs the columns person and group'],
    ['person,group\na,b\na,c', 'names a twice'],
    ['person,group\na', 'not a person and a group'],
  ])('groups %j are refused', (text, message) => {
    expect(() => parseGroups(text)).toThrow(message);
  });

  it('are described by the engine of the edge, from one folder per person', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'agate-pairs-'));
    try {
      const face = await readPhotoFile('human');
      for (const person of ['ada', 'bea']) await mkdir(join(folder, person));
      await writeFile(join(folder, 'ada/1.jpg'), face);
      await writeFile(join(folder, 'ada/2.jpg'), face);
      await writeFile(join(folder, 'bea/1.jpg'), 'no picture');
      await writeFile(join(folder, 'groups.csv'), 'person,group\nada,women\nbea,women\n');
      const args = ['scripts/calibrate/main.ts', '--pairs', folder];
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
      expect(stderr).toContain('left out: bea/1.jpg (not_a_jpeg)');
      expect(stdout).toContain('Pictures: 2, people: 1.');
      expect(stdout).toContain('women: 1 people, 2 pictures');
      expect(stdout).toContain(
        'as shipped, women has 0 pairs of strangers of 1000 that are needed',
      );
      expect(stdout).toContain('The limits stay as shipped.');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('limits from an operator’s own pictures', () => {
  /**
   * A group with `count` distances between strangers: one in a thousand is `nearest`, and the rest
   * are `most`.
   */
  const group = (name: string, nearest: number, most: number, count = 1_000_000) => {
    const strangers = Float32Array.from({ length: count }, (_, n) =>
      n < count / 1000 ? nearest : most,
    );
    const none = new Float32Array();
    const own = Float32Array.from({ length: 1000 }, (_, n) => (n < 960 ? 0.7 : 1.08));
    return {
      group: name,
      people: 2,
      pictures: 2,
      own,
      strangers,
      enrolledOwn: none,
      enrolledStrangers: none,
    };
  };

  it('are those of the worst group, within the ranges of the service', () => {
    const { limits } = suggestLimits([group('a', 0.82, 0.89), group('b', 1, 1.2)]);
    expect(limits.portrait.same).toBeCloseTo(0.88, 5);
    expect(limits.portrait.same).toBeLessThan(0.89);
    const loose = suggestLimits([group('a', 1.39, 1.4)]);
    expect(loose.limits.portrait.same).toBe(FACE_LIMIT_RANGES.portraitSame[1]);
    expect(loose.limits.enrolled.same).toBe(FACE_LIMIT_RANGES.enrolledSame[1]);
    expect(loose.notes.join()).toContain('held at');
    const strict = suggestLimits([group('a', 0.1, 0.2)]);
    expect(strict.limits.enrolled.same).toBe(FACE_LIMIT_RANGES.enrolledSame[0]);
    expect(strict.limits.blocked).toBe(FACE_LIMIT_RANGES.blocked[0]);
  });

  it('stay as shipped when a group has too few pairs to show the target', () => {
    const { limits, notes } = suggestLimits([group('a', 0.82, 0.89), group('b', 0.8, 0.8, 900)]);
    expect(limits.enrolled.same).toBe(enrolled.same);
    expect(limits.blocked).toBe(blocked);
    expect(limits.portrait.same).toBe(portrait.same);
    expect(notes.join()).toContain('b has 900 pairs of strangers of 10000');
  });
});
