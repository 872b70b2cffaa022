// The field immediately above a zone, which a pasted portrait may cover (D-92).
import { beforeAll, describe, expect, test } from 'vitest';
import type { LineNet } from '../../../src/vision/documents/line-net.ts';
import { readPicture } from '../../../src/vision/documents/read-picture.ts';
import { darkCells, isFieldCovered } from '../../../src/vision/documents/zone-field.ts';
import type { Scenario } from '../../support/documents/scenarios.ts';
import { drawSpecimen } from '../../support/documents/specimens.ts';
import { shootPage, SHOWN_ON } from '../../support/documents/trial.ts';
import { loadLineNet } from '../../support/documents/weights.ts';

let net: LineNet;
beforeAll(() => {
  net = loadLineNet();
});

/**
 * @param pastedAbove the distance in mm from the baseline of the zone's first line up to the lower
 *   edge of a pasted portrait; if undefined, no portrait is pasted
 */
function seen(format: 'td1' | 'td2' | 'td3', scenario: Scenario, pastedAbove?: number) {
  const print = pastedAbove === undefined ? {} : { pastedAbove };
  const picture = shootPage(drawSpecimen(format, 5, {}, print), scenario, 5);
  const zone = readPicture(net, picture, SHOWN_ON);
  if (zone?.reading.ok !== true) throw new Error('It is not read.');
  return { picture, zone };
}

describe('the field above the zone is empty', () => {
  test.each([
    ['td3', 'phone 720p'],
    ['td2', 'tilt 25'],
    ['td3', 'light 0.15'],
    ['td2', 'JPEG 30'],
  ] as const)('on a %s in the scenario %s', (format, scenario) => {
    const { picture, zone } = seen(format, scenario);
    expect(darkCells(picture, zone)).toBe(0);
    expect(isFieldCovered(picture, zone)).toBe(false);
  });
});

describe('a pasted portrait that reaches down to the code is noticed:', () => {
  test.each([
    ['td3', 'phone 720p', 3],
    ['td2', 'tilt 15', 3.5],
    ['td3', 'light 0.35', 3.5],
  ] as const)('on a %s in the scenario %s, %d mm', (format, scenario, above) => {
    const { picture, zone } = seen(format, scenario, above);
    expect(isFieldCovered(picture, zone)).toBe(true);
  });
});

test('a pasted portrait that ends above the field is not noticed', () => {
  const { picture, zone } = seen('td3', 'phone 720p', 7);
  expect(isFieldCovered(picture, zone)).toBe(false);
});

test('a card with its portrait on the other side has no such field', () => {
  const { picture, zone } = seen('td1', 'phone 720p', 3);
  expect(darkCells(picture, zone)).toBe(0);
});

test('France’s card until 2021 has no such field, since it was not measured', () => {
  const { picture, zone } = seen('td2', 'phone 720p', 3);
  const [first = '', second = ''] = zone.lines;
  expect(isFieldCovered(picture, zone)).toBe(true);
  const french = { ...zone, lines: [`IDFRA${first.slice(5)}`, second] };
  expect(isFieldCovered(picture, french)).toBe(false);
});
