// Descriptors of invented people, as close to the mean of typical faces as real descriptors are.
import space from '../../../data/face-space.json' with { type: 'json' };
import { decodeBase64 } from '../../../src/crypto/encoding.ts';
import { DESCRIPTOR_VALUES, placeFace } from '../../../src/domain/terms/face-space.ts';
import { makeRandom } from '../clips/trajectories.ts';

/** The cosine between the descriptor of a real face and the mean descriptor of typical faces. */
const LIKE_MEAN = 0.6;
const OWN = Math.sqrt(1 - LIKE_MEAN ** 2);

/**
 * Returns a unit vector that describes a person. Two views of the same person are 0.2 apart, and
 * two different people are 1.1 apart.
 */
export const describePerson = (person: string, view = 0): number[] =>
  besideMean(offsetOf(person, view));

/**
 * Returns a descriptor that lies between the descriptors of two people.
 * @param distance the distance from the first person's descriptor, from 0 to 1.1
 */
export function blendFaces(person: string, other: string, distance: number): number[] {
  const [own, strange] = [offsetOf(person, 0), offsetOf(other, 0)];
  const common = product(own, strange);
  const aside = normalise(strange.map((value, index) => value - common * (own[index] ?? 0)));
  const share = 1 - (distance / OWN) ** 2 / 2;
  const rest = Math.sqrt(1 - share ** 2);
  return besideMean(own.map((value, index) => share * value + rest * (aside[index] ?? 0)));
}

/**
 * Returns how far apart the descriptors of two invented people must be so that facesApart returns
 * `apart` for them (terms/face-match.ts).
 */
export const distanceFor = (apart: number): number =>
  apart - 1 + placeFace(describePerson('Ada')).nearness;

/**
 * Returns a unit vector that is orthogonal to the mean descriptor and specific to the person and
 * view.
 */
function offsetOf(person: string, view: number): number[] {
  const bytes = new TextEncoder().encode(person);
  const seed = bytes.reduce((sum, byte) => sum * 31 + byte, 7);
  const own = directionOf(seed % 1_000_003);
  const noise = directionOf(Math.round(Math.abs(view) * 1000) + 1);
  const mixed = own.map((value, index) => value + 0.2 * (noise[index] ?? 0));
  const common = product(mixed, MEAN);
  return normalise(mixed.map((value, index) => value - common * (MEAN[index] ?? 0)));
}

const besideMean = (offset: readonly number[]): number[] =>
  offset.map((value, index) => LIKE_MEAN * (MEAN[index] ?? 0) + OWN * value);

function directionOf(seed: number): number[] {
  const random = makeRandom(seed);
  return normalise(Array.from({ length: DESCRIPTOR_VALUES }, () => random() - 0.5));
}

function normalise(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const product = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);

const typical = new Int8Array(decodeBase64(space.values).buffer);
const MEAN = normalise(
  Array.from({ length: DESCRIPTOR_VALUES }, (_, index) =>
    space.scales.reduce(
      (sum, scale, n) => sum + scale * (typical[n * DESCRIPTOR_VALUES + index] ?? 0),
      0,
    ),
  ),
);
