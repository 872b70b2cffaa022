// Photographs a specimen and compares what is read with what is printed.
import type { DocumentReading } from '../../../src/vision/documents/document-facts.ts';
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';
import type { LineNet } from '../../../src/vision/documents/line-net.ts';
import { readPicture } from '../../../src/vision/documents/read-picture.ts';
import { photograph, type View } from './camera.ts';
import { type Scenario, SCENARIOS } from './scenarios.ts';
import { drawSpecimen, type Specimen } from './specimens.ts';

/** The day on which specimens are photographed, as `YYYY-MM-DD`. */
export const SHOWN_ON = '2026-11-22';

/**
 * `exact`: every character of the zone is right. `accepted`: the check digits match, and the number
 * and the dates are right. `wrong`: the check digits match, but the number or a date differs from
 * what is printed. `refused`: the reading is inconsistent, or there is none.
 */
export type Outcome = 'exact' | 'accepted' | 'wrong' | 'refused';

export const specimenNumber = (format: Specimen['format'], person: number): Specimen =>
  drawSpecimen(format, 97 * person + format.charCodeAt(2));

/** @param frame the frame's index, from 0, among the frames of the same person and scenario */
export function shoot(
  { page }: Pick<Specimen, 'page'>,
  scenario: Scenario,
  person: number,
  frame = 0,
): GreyPicture {
  return photograph(page, SCENARIOS[scenario], 1000 * person + scenario.length + 100 * frame);
}

/** Photographs the whole page, scaled down if necessary to the largest size that may be sent. */
export function shootPage(
  { page }: Pick<Specimen, 'page'>,
  scenario: Scenario,
  person: number,
): GreyPicture {
  const view: View = SCENARIOS[scenario];
  const scale = Math.min(1, LARGEST_PAGE / view.width);
  const [width, height] = [view.width * scale, view.height * scale];
  return photograph(page, { ...view, width, height }, 1000 * person + scenario.length + 900);
}

const LARGEST_PAGE = 1600;

export function judgeReading(net: LineNet, picture: GreyPicture, specimen: Specimen): Outcome {
  const read = readPicture(net, picture, SHOWN_ON);
  const outcome = judgeFacts(read?.reading, specimen);
  return outcome === 'accepted' && read?.lines.join() === specimen.lines.join() ? 'exact' : outcome;
}

/** @param reading undefined when nothing was read */
export function judgeFacts(
  reading: DocumentReading | undefined,
  { holder }: Pick<Specimen, 'holder'>,
): Exclude<Outcome, 'exact'> {
  if (reading?.ok !== true) return 'refused';
  const { number, birthDate, expiryDate } = reading.facts;
  const isRight =
    number === holder.number && birthDate === holder.birthDate && expiryDate === holder.expiryDate;
  return isRight ? 'accepted' : 'wrong';
}
