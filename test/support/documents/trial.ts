// A specimen before the camera: what was read of it, against what it says.
import type { GreyPicture } from '../../../src/documents-engine/grey-picture.ts';
import type { LineNet } from '../../../src/documents-engine/line-net.ts';
import { readPicture } from '../../../src/documents-engine/read-picture.ts';
import { photograph } from './camera.ts';
import { type Scenario, SCENARIOS } from './scenarios.ts';
import { drawSpecimen, type Specimen } from './specimens.ts';

/** The day on which specimens are shown. */
export const SHOWN_ON = '2026-11-22';

/**
 * `exact`: every character is right. `accepted`: it holds together, so its number and dates would count. `wrong`:
 * accepted, and one of these is not what is printed. `refused`: a reading that does not hold together, or none.
 */
export type Outcome = 'exact' | 'accepted' | 'wrong' | 'refused';

export const specimenNumber = (format: Specimen['format'], person: number): Specimen =>
  drawSpecimen(format, 97 * person + format.charCodeAt(2));

export function shoot({ page }: Specimen, scenario: Scenario, person: number): GreyPicture {
  return photograph(page, SCENARIOS[scenario], 1000 * person + scenario.length);
}

export function judgeReading(net: LineNet, picture: GreyPicture, specimen: Specimen): Outcome {
  const { holder, lines } = specimen;
  const read = readPicture(net, picture, SHOWN_ON);
  if (read?.reading.ok !== true) return 'refused';
  const { number, birthDate, expiryDate } = read.reading.facts;
  const isRight =
    number === holder.number && birthDate === holder.birthDate && expiryDate === holder.expiryDate;
  if (!isRight) return 'wrong';
  return read.lines.join() === lines.join() ? 'exact' : 'accepted';
}
