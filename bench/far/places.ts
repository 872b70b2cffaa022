// Where people and sites are, and how far from a database in Western Europe.
import type { VisitorRegion } from '../../src/domain/terms/visitor-region.ts';

/** Where an object was made. */
export interface Home {
  place: string;
  /** Round trip from there to the database, ms. */
  databaseMs: number;
}

/** Round trips of a place, in milliseconds. */
export interface Distances extends Home {
  /** To the nearest copy of the database. */
  replicaMs: number;
  /** To an object or a queue of the same place. To one of another place it is as far as from the farther of both to the database. */
  objectMs: number;
  /** Where an object is made for a hint. Without it: nearby, as for no hint. */
  hinted?: Home & { region: VisitorRegion };
}

export interface Place {
  name: string;
  region: VisitorRegion;
  /** Round trip to the database, ms. */
  databaseMs: number;
  /** To the nearest copy that D1 makes (WNAM, ENAM, WEUR, EEUR, APAC, OC), ms. */
  replicaMs: number;
}

/**
 * Estimates: round figures of what a ping between data centres of these cities and Frankfurt takes. Cloudflare publishes none. São Paulo's copy is in
 * the east of North America, Singapore's somewhere in Asia; the others have one nearby.
 */
const PLACES: readonly Place[] = [
  { name: 'London', region: 'weur', databaseMs: 20, replicaMs: 20 },
  { name: 'Virginia', region: 'enam', databaseMs: 95, replicaMs: 15 },
  { name: 'Singapore', region: 'apac', databaseMs: 170, replicaMs: 40 },
  { name: 'São Paulo', region: 'sam', databaseMs: 210, replicaMs: 120 },
];

/** @param farthestMs round trip from Sydney to the database */
export const placesWith = (farthestMs: number): Place[] => [
  ...PLACES,
  { name: 'Sydney', region: 'oc', databaseMs: farthestMs, replicaMs: 20 },
];
