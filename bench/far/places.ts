// Where people and sites are, and how far from a database in Western Europe.

/** Round trips of a place, in milliseconds. */
export interface Distances {
  place: string;
  databaseMs: number;
  /** To the nearest copy of the database. */
  replicaMs: number;
  /** To an object or a queue of the same place. One of another place is as far as the database: it is taken to be beside it. */
  objectMs: number;
}

export interface Place {
  name: string;
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
  { name: 'London', databaseMs: 20, replicaMs: 20 },
  { name: 'Virginia', databaseMs: 95, replicaMs: 15 },
  { name: 'Singapore', databaseMs: 170, replicaMs: 40 },
  { name: 'São Paulo', databaseMs: 210, replicaMs: 120 },
];

/** @param farthestMs round trip from Sydney to the database */
export const placesWith = (farthestMs: number): Place[] => [
  ...PLACES,
  { name: 'Sydney', databaseMs: farthestMs, replicaMs: 20 },
];
