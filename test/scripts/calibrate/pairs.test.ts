import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Described, describePairs } from '../../../scripts/calibrate/count-pairs.ts';
import { parseShown, type Shown } from '../../../scripts/calibrate/pair-labels.ts';
import { readPhotoFile } from '../../support/puppet/stills.ts';

/** Two pictures are as far apart as their angles, in radians, say. */
const picture = (person: string, angle: number, groups: Partial<Shown> = {}): Described => ({
  file: `${person}-${angle}.jpg`,
  person,
  descriptor: Float32Array.of(Math.cos(angle), Math.sin(angle)),
  ...groups,
});

describe('pairs of an operator’s own pictures', () => {
  it('count who is refused wrongly and who is accepted wrongly at each limit, with intervals', () => {
    const described = [
      picture('a', 0),
      picture('a', 0.6),
      picture('a', 0.8),
      picture('b', 1.4),
      picture('c', 2.9),
    ];
    const text = describePairs(described, described);
    expect(text).toContain('Pictures: 5, people: 3, pairs of one person: 3, of two people: 7.');
    // 0.6, 0.2 and 0.8 rad are 0.59, 0.20 and 0.78 apart; of two people the closest are 0.6 and 0.8 rad.
    expect(text).toContain(
      'up to 0.70 (blocked faces): refused 33.3 % (6.1 to 79.2) of 3, others accepted 14.3 % (2.6 to 51.3) of 7',
    );
    expect(text).toContain(
      'up to 0.84 (face 2FA, sign-in by face): refused 0.0 % (0.0 to 56.2) of 3, others accepted 28.6 % (8.2 to 64.1) of 7',
    );
  });

  it('count by group where both are labelled alike, and show groups without pairs', () => {
    const described = [
      picture('a', 0, { sex: 'female', skinTone: '5' }),
      picture('a', 0.1, { sex: 'female', skinTone: '5' }),
      picture('b', 0.2, { sex: 'female', skinTone: '2' }),
      picture('c', 0.3, { sex: 'male' }),
    ];
    // Of whom no picture could be described.
    const lost = { file: 'd.jpg', person: 'd', sex: 'other' };
    const text = describePairs(described, [...described, lost]);
    expect(text.split('By group, up to 0.84')[1]?.split('By group')[0]).toBe(
      [
        '; two people are of the same group:',
        '  sex female: refused 0.0 % (0.0 to 79.3) of 1, others accepted 100.0 % (34.2 to 100.0) of 2',
        '  sex male: refused no pairs, others accepted no pairs',
        '  sex other: refused no pairs, others accepted no pairs',
        '  skin tone 2: refused no pairs, others accepted no pairs',
        '  skin tone 5: refused 0.0 % (0.0 to 79.3) of 1, others accepted no pairs',
        '',
      ].join('\n'),
    );
    expect(text).not.toMatch(/jpg/);
  });

  it.each([
    ['file,sex\na.jpg,f', 'needs the columns file and person'],
    ['file,person\na.jpg,', 'must say whom it shows'],
    ['file,person\n../a.jpg,p', 'Not a file of the folder'],
  ])('labels %j are refused', (text, message) => {
    expect(() => parseShown(text)).toThrow(message);
  });

  it('are described by the engine of the edge, from a folder for each person', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'agate-pairs-'));
    try {
      const face = await readPhotoFile('human');
      for (const person of ['ada', 'bea']) await mkdir(join(folder, person));
      await writeFile(join(folder, 'ada/1.jpg'), face);
      await writeFile(join(folder, 'ada/2.jpg'), face);
      await writeFile(join(folder, 'bea/1.jpg'), 'no picture');
      const args = ['scripts/calibrate/main.ts', '--pairs', folder];
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
      expect(stderr).toContain('left out: bea/1.jpg (not_a_jpeg)');
      expect(stdout).toContain('Pictures: 2, people: 1, pairs of one person: 1, of two people: 0.');
      expect(stdout).toContain('refused 0.0 % (0.0 to 79.3) of 1, others accepted no pairs');
      expect(stdout).toContain('no picture is labelled');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
