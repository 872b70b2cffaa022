// Assigns numbers to the people in films, because the same person may appear in several films.
import { isOnePerson } from '../../src/domain/verification/rules/evidence/same-person.ts';
import type { Shot } from './shot.ts';

const people: Shot[] = [];

/**
 * @returns the number of the person in a shot, recognised by the descriptors that the service uses;
 *   a person seen for the first time gets the next number, from 0
 */
export function numberOf(shot: Shot): number {
  const at = people.findIndex((one) => isOnePerson([faceOf(one), faceOf(shot)]));
  return at >= 0 ? at : people.push(shot) - 1;
}

/** @returns how many people have been numbered */
export const countPeople = (): number => people.length;

const faceOf = ({ face: { pose, descriptor } }: Shot) => ({
  ...pose,
  descriptor: Float32Array.from(descriptor),
});
