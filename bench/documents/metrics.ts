// Measures the size of the zone's letters relative to the distance between its lines, in simulated
// photographs of genuine pages and of pages with a different line distance.
import { readPicture } from '../../src/vision/documents/read-picture.ts';
import { hasOtherMetrics, letterHeight } from '../../src/vision/documents/zone-metrics.ts';
import type { Scenario } from '../../test/support/documents/scenarios.ts';
import { drawSpecimen } from '../../test/support/documents/specimens.ts';
import { shootPage, SHOWN_ON } from '../../test/support/documents/trial.ts';
import { loadLineNet } from '../../test/support/documents/weights.ts';
import { printFigure, printTitle } from '../report.ts';

const FORMATS = ['td3', 'td2', 'td1'] as const;
/**
 * Line distances relative to the distance that ICAO prescribes. Below 0.75 and above 1.35, hardly
 * any zones are read.
 */
const SPACINGS = [0.75, 0.82, 1.25, 1.35] as const;

interface Count {
  read: number;
  found: number;
  heights: number[];
}

/**
 * Photographs one genuine page in each format per scenario and person. For the first person, it
 * also photographs one page with each of SPACINGS, in alternating formats.
 */
export function benchMetrics(scenarios: readonly Scenario[], persons: number): void {
  printTitle('Letters of the zone by the distance of its lines');
  const net = loadLineNet();
  const look = (
    into: Count,
    format: (typeof FORMATS)[number],
    person: number,
    scenario: Scenario,
    spacing = 1,
  ): void => {
    const specimen = drawSpecimen(format, 31 * person + format.charCodeAt(2), {}, { spacing });
    const read = readPicture(net, shootPage(specimen, scenario, person), SHOWN_ON);
    if (read?.reading.ok !== true) return;
    into.read += 1;
    if (hasOtherMetrics(read)) into.found += 1;
    into.heights.push(letterHeight(read) ?? NaN);
  };
  const honest = emptyCount();
  const others = SPACINGS.map(() => emptyCount());
  for (const scenario of scenarios) {
    for (let person = 1; person <= persons; person++)
      for (const format of FORMATS) look(honest, format, person, scenario);
    for (const [n, other] of others.entries())
      look(other, FORMATS[(scenario.length + n) % 3] ?? 'td3', 1, scenario, SPACINGS[n]);
    printFigure(
      scenario,
      honest.heights
        .slice(-FORMATS.length * persons)
        .map(asText)
        .join(' '),
    );
  }
  printCount('honest pages', honest, scenarios.length * FORMATS.length * persons);
  for (const [n, spacing] of SPACINGS.entries())
    printCount(
      `lines at ${spacing} of their distance`,
      others[n] ?? emptyCount(),
      scenarios.length,
    );
}

const emptyCount = (): Count => ({ read: 0, found: 0, heights: [] });

const asText = (height: number): string => height.toFixed(2);

function printCount(title: string, { read, found, heights }: Count, all: number): void {
  const seen = heights.filter((height) => !Number.isNaN(height));
  const range = `${asText(Math.min(...seen))} to ${asText(Math.max(...seen))}`;
  printFigure(title, `${found} of ${read} that are read, of ${all}; ${range}`);
}
