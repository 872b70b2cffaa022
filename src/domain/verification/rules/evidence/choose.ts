// Random selection of pictures, each with a spare that is requested if no face is found in it
// (D-87). Pure; randomness is an input.
import type { Move } from '../../../../vision/face/challenge.ts';
import type { CommittedPicture, DrawnPicture } from './demand.ts';

/**
 * @param n the exclusive upper bound
 * @returns a uniformly random integer in [0, n)
 */
export type RandomBelow = (n: number) => number;

/** A picture, and the pictures that could replace it. */
export interface Chosen {
  role: DrawnPicture['role'];
  action?: Move;
  litStep?: number;
  picture: CommittedPicture;
  /**
   * The first choice for a replacement: pictures from the same movement, pause or part of the
   * record.
   */
  part: readonly CommittedPicture[];
  /** The second choice for a replacement: pictures of the same kind, in any light. */
  near: readonly CommittedPicture[];
}

export const toChosen = (
  role: DrawnPicture['role'],
  pictures: readonly CommittedPicture[],
  parts: readonly (readonly CommittedPicture[])[],
  near: readonly CommittedPicture[] = [],
): Chosen[] =>
  pictures.map((picture, index) => ({ role, picture, part: parts[index] ?? [], near }));

/**
 * Adds a spare to each picture (D-87): the nearest picture in `part` that was not chosen or, if
 * there is none, the nearest such picture in `near`.
 * @returns the pictures in ascending order of time
 */
export function withSpares(chosen: readonly Chosen[]): DrawnPicture[] {
  const isFree = ({ t }: CommittedPicture): boolean => chosen.every((one) => one.picture.t !== t);
  const drawn = chosen.map(({ role, action, litStep, picture, part, near }): DrawnPicture => {
    const kind = { role, ...(action !== undefined && { action }) };
    const lit = litStep === undefined ? {} : { litStep };
    const same = nearestTo(picture, part.filter(isFree));
    const other = nearestTo(picture, near.filter(isFree));
    const spare = same ? { ...same, ...kind, ...lit } : other && { ...other, ...kind };
    return { ...picture, ...kind, ...lit, ...(spare !== undefined && { spare }) };
  });
  return drawn.toSorted((a, b) => a.t - b.t);
}

function nearestTo(
  { t }: CommittedPicture,
  pictures: readonly CommittedPicture[],
): CommittedPicture | undefined {
  const distance = (one: CommittedPicture): number => Math.abs(one.t - t);
  return pictures.toSorted((a, b) => distance(a) - distance(b))[0];
}

export const pick = <T>(from: readonly T[], randomBelow: RandomBelow): T | undefined =>
  from.length === 0 ? undefined : from[randomBelow(from.length)];

export function pickMany<T>(from: readonly T[], count: number, randomBelow: RandomBelow): T[] {
  const left = [...from];
  const picked: T[] = [];
  while (picked.length < count && left.length > 0)
    picked.push(...left.splice(randomBelow(left.length), 1));
  return picked;
}

export const areAllFound = <T>(found: (T | undefined)[]): found is T[] =>
  found.every((one) => one !== undefined);
