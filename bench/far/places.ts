// The locations of visitors and sites, and the round-trip times from each to a database in Western
// Europe.
import type { VisitorRegion } from '../../src/domain/terms/visitor-region.ts';

/** The place where a Durable Object was created. */
export interface Home {
  place: string;
  /** The round trip from this place to the database, in ms. */
  databaseMs: number;
}

/** The round trips from a place, in milliseconds. */
export interface Distances extends Home {
  /** The round trip to the nearest replica of the database. */
  replicaMs: number;
  /**
   * The round trip to a Durable Object or a queue at the same place. The round trip to a Durable
   * Object at a different place is the longer of the two places' round trips to the database.
   */
  objectMs: number;
  /**
   * The place where a Durable Object is created if it has a location hint; one without a hint is
   * created near its caller.
   */
  hinted?: Home & { region: VisitorRegion };
}

export interface Place {
  name: string;
  region: VisitorRegion;
  /** The round trip to the database, in ms. */
  databaseMs: number;
  /**
   * The round trip to the nearest replica that D1 creates (WNAM, ENAM, WEUR, EEUR, APAC, OC), in
   * ms.
   */
  replicaMs: number;
}

/**
 * Estimates based on rounded ping times between data centres in these cities and Frankfurt, because
 * Cloudflare publishes no figures. São Paulo's replica is in the east of North America, and
 * Singapore's is somewhere in Asia; the other places have a replica nearby.
 */
const PLACES: readonly Place[] = [
  { name: 'London', region: 'weur', databaseMs: 20, replicaMs: 20 },
  { name: 'Virginia', region: 'enam', databaseMs: 95, replicaMs: 15 },
  { name: 'Singapore', region: 'apac', databaseMs: 170, replicaMs: 40 },
  { name: 'São Paulo', region: 'sam', databaseMs: 210, replicaMs: 120 },
];

/** @param farthestMs the round trip from Sydney to the database */
export const placesWith = (farthestMs: number): Place[] => [
  ...PLACES,
  { name: 'Sydney', region: 'oc', databaseMs: farthestMs, replicaMs: 20 },
];
