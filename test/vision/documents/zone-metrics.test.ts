// The size of a zone's letters relative to the distance between its lines (D-92).
import { beforeAll, describe, expect, test } from 'vitest';
import type { LineNet } from '../../../src/vision/documents/line-net.ts';
import { OCR_B_INK, OCR_B_ROWS } from '../../../src/vision/documents/ocr-b-rows.ts';
import { readPicture } from '../../../src/vision/documents/read-picture.ts';
import { hasOtherMetrics, letterHeight } from '../../../src/vision/documents/zone-metrics.ts';
import { blankPage, drawText } from '../../support/documents/ink.ts';
import type { Scenario } from '../../support/documents/scenarios.ts';
import { drawSpecimen } from '../../support/documents/specimens.ts';
import { shootPage, SHOWN_ON } from '../../support/documents/trial.ts';
import { loadLineNet } from '../../support/documents/weights.ts';

let net: LineNet;
beforeAll(() => {
  net = loadLineNet();
});

/** @param spacing the line spacing, as a fraction of the spacing that ICAO prescribes */
function seen(format: 'td1' | 'td2' | 'td3', scenario: Scenario, spacing = 1) {
  const specimen = drawSpecimen(format, 5, {}, { spacing });
  const zone = readPicture(net, shootPage(specimen, scenario, 5), SHOWN_ON);
  if (zone?.reading.ok !== true) throw new Error('It is not read.');
  return zone;
}

test('the ink per row of a character matches its outline', () => {
  const [pitch, perRow] = [140, 7];
  const height = OCR_B_ROWS.count * perRow;
  const drawn = Object.keys(OCR_B_INK).map((character) => {
    const page = blankPage(pitch, height, 255);
    const y = height - OCR_B_ROWS.below * perRow;
    drawText(page, character, { x: 0, y, pitch, ink: 0 });
    const rows = Array.from({ length: OCR_B_ROWS.count }, (_, row) =>
      page.data
        .subarray(row * perRow * pitch, (row + 1) * perRow * pitch)
        .reduce((sum, value) => sum + (255 - value) / 255, 0),
    );
    const digits = rows.map((ink) => Math.round((35 * ink) / (perRow * pitch)).toString(36));
    return [character, digits.join('')];
  });
  expect(Object.fromEntries(drawn)).toEqual(OCR_B_INK);
});

describe('letters have the height that their line spacing implies', () => {
  test.each([
    ['td3', 'phone 720p'],
    ['td2', 'tilt 25'],
    ['td1', 'roll 10'],
    ['td3', 'blur 2.5 px'],
  ] as const)('on a %s in the scenario %s', (format, scenario) => {
    const zone = seen(format, scenario);
    expect(letterHeight(zone)).toBeGreaterThan(0.9);
    expect(letterHeight(zone)).toBeLessThan(1.05);
    expect(hasOtherMetrics(zone)).toBe(false);
  });
});

describe('a zone with other line spacing is read, and noticed:', () => {
  test.each([
    ['td3', 'phone 720p', 0.75],
    ['td2', 'phone 1080p', 1.25],
    ['td1', 'tilt 15', 1.35],
  ] as const)('%s in the scenario %s, spacing %d', (format, scenario, spacing) => {
    const zone = seen(format, scenario, spacing);
    expect(letterHeight(zone)).toBeCloseTo(1 / spacing, 1);
    expect(hasOtherMetrics(zone)).toBe(true);
  });
});

test('no metrics are given for strips without the text, or for France’s old card', () => {
  const zone = seen('td2', 'phone 720p', 1.25);
  const empty = zone.strips.map((strip) => ({ ...strip, data: strip.data.map(() => 90) }));
  expect(letterHeight({ ...zone, strips: empty })).toBeUndefined();
  const names = `IDFRA${(zone.lines[0] ?? '').slice(5)}`;
  expect(letterHeight({ ...zone, lines: [names, zone.lines[1] ?? ''] })).toBeUndefined();
});
