import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labelOfName, parseLabels, readLabels } from '../../../scripts/calibrate/labels.ts';

describe('labels in file names', () => {
  it.each([
    ['34.jpg', { age: 34 }],
    ['34_007.jpg', { age: 34 }],
    ['7-f-001.JPEG', { age: 7, sex: 'female' }],
    ['61_male_t10_x1.jpg', { age: 61, sex: 'male', skinTone: '10' }],
  ])('%s is read', (file, label) => {
    expect(labelOfName(file)).toEqual({ file, ...label });
  });

  it.each(['anna.jpg', '.jpg', '121.jpg', '3.5.jpg', '-4.jpg'])('%s has no age', (file) => {
    expect(() => labelOfName(file)).toThrow('whole number from 0 to 120');
  });
});

describe('labels in labels.csv', () => {
  it('have file and age, and optionally sex, skin tone and person', () => {
    const text = '\uFEFFfile,age,skin_tone,sex,person\r\na.jpg,34,5,F,p1\r\n\r\nb.jpg, 12 ,,,\r\n';
    expect(parseLabels(text)).toEqual([
      { file: 'a.jpg', age: 34, sex: 'female', skinTone: '5', person: 'p1' },
      { file: 'b.jpg', age: 12 },
    ]);
  });

  it.each([
    ['file\na.jpg', 'needs the columns'],
    ['file,age,mood\na.jpg,3,happy', 'unknown column: mood'],
    ['file,age\na.jpg,', 'whole number'],
    ['file,age\n../a.jpg,3', 'Not a file of the folder'],
    ['file,age\na.jpg,3\na.jpg,4', 'twice'],
    ['file,age,sex\na.jpg,3,<b>', 'one short word'],
  ])('are refused: %j', (text, message) => {
    expect(() => parseLabels(text)).toThrow(message);
  });

  it('take precedence over file names, and must name existing files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'agate-labels-'));
    try {
      await writeFile(join(folder, '9.jpg'), '');
      await writeFile(join(folder, 'notes.txt'), '');
      expect(await readLabels(folder)).toEqual([{ file: '9.jpg', age: 9 }]);
      await writeFile(join(folder, 'labels.csv'), 'file,age\n9.jpg,41');
      expect(await readLabels(folder)).toEqual([{ file: '9.jpg', age: 41 }]);
      await writeFile(join(folder, 'labels.csv'), 'file,age\n8.jpg,41');
      await expect(readLabels(folder)).rejects.toThrow('8.jpg, which is not there');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
