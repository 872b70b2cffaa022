// Measures whether the area just above a machine-readable zone looks covered in simulated
// photographs: on genuine pages, where it is empty, and on pages with a pasted portrait that
// reaches too far down.
import { readPicture } from '../../src/vision/documents/read-picture.ts';
import { darkCells, isFieldCovered } from '../../src/vision/documents/zone-field.ts';
import { pastePortrait } from '../../test/support/documents/portrait-page.ts';
import type { Scenario } from '../../test/support/documents/scenarios.ts';
import { drawSpecimen, ZONE_BASES } from '../../test/support/documents/specimens.ts';
import { shootPage, SHOWN_ON } from '../../test/support/documents/trial.ts';
import { loadLineNet } from '../../test/support/documents/weights.ts';
import { loadPeople } from '../../test/support/puppet/people.ts';
import type { Still } from '../../test/support/puppet/stills.ts';
import { printFigure, printTitle } from '../report.ts';

const FORMATS = ['td3', 'td2'] as const;
/**
 * The distances in mm between the lower edge of a pasted portrait and the baseline of the zone's
 * first line, whose letters are 2.5 mm high.
 */
const ABOVE = [2.6, 3.4, 4.4, 6] as const;
const WIDTH = 30;
const HEIGHT = (WIDTH / 7) * 9;
const HONEST_TOP = 12;

interface Count {
  read: number;
  found: number;
  cells: number[];
}

/**
 * For each format and scenario, photographs one page with the portrait in its regular position, and
 * one for each distance in ABOVE. The portraits cycle through the available people.
 */
export async function benchFields(scenarios: readonly Scenario[]): Promise<void> {
  printTitle(
    'Above the zone: honest pages, and a portrait that ends so many mm above the first line',
  );
  const net = loadLineNet();
  const people = await loadPeople();
  let turn = 0;
  const look = (
    into: Count,
    format: (typeof FORMATS)[number],
    scenario: Scenario,
    top: number,
  ): void => {
    const specimen = drawSpecimen(format, 31 + 7 * turn);
    const face = faceOf(people[turn++ % people.length]);
    pastePortrait(specimen.page, { face, x: 5, y: top, width: WIDTH });
    const picture = shootPage(specimen, scenario, 1);
    const read = readPicture(net, picture, SHOWN_ON);
    if (read?.reading.ok !== true) return;
    into.read += 1;
    into.cells.push(darkCells(picture, read));
    if (isFieldCovered(picture, read)) into.found += 1;
  };
  const honest = emptyCount();
  const pasted = ABOVE.map(() => emptyCount());
  for (const scenario of scenarios)
    for (const format of FORMATS) {
      look(honest, format, scenario, HONEST_TOP);
      for (const [n, above] of ABOVE.entries())
        look(pasted[n] ?? emptyCount(), format, scenario, ZONE_BASES[format] - above - HEIGHT);
    }
  printCount('honest pages', honest, scenarios.length * FORMATS.length);
  for (const [n, above] of ABOVE.entries())
    printCount(`${above} mm`, pasted[n] ?? emptyCount(), scenarios.length * FORMATS.length);
}

const emptyCount = (): Count => ({ read: 0, found: 0, cells: [] });

function faceOf(still: Still | undefined) {
  if (!still) throw new Error('There are no photographs.');
  return { picture: still.picture, mesh: still.mesh };
}

function printCount(title: string, { read, found, cells }: Count, all: number): void {
  const range = `${Math.min(...cells)} to ${Math.max(...cells)} characters wide`;
  printFigure(title, `${found} of ${read} that are read, of ${all}; ${range}`);
}
