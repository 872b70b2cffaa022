// The service as a Worker in which every request states how far away its bindings are (bench/far).
import type { Distances, Home } from '../../../../bench/far/places.ts';
import service from '../../../../src/index.ts';
import { farEnv, lengthOf, type Ways } from './far-env.ts';

export * from '../../../../src/index.ts';

interface Station {
  env: Env;
  /** The trips of the running request; requests run one at a time. */
  ways: Ways;
  /**
   * The total time that requests have spent waiting for round trips since this value was last read.
   */
  waitedMs: number;
}

const homes = new Map<string, Home>();
/** One station per place, since each place has its own isolates and caches. */
const stations = new Map<string, Station>();

export default {
  ...service,
  async fetch(request, env, execution) {
    const from = decodeURIComponent(request.headers.get('x-far') ?? '{}');
    const station = stations.get(from) ?? makeStation(env, JSON.parse(from) as Distances);
    stations.set(from, station);
    if (new URL(request.url).pathname === '/far/waited') {
      const { waitedMs } = station;
      station.waitedMs = 0;
      return Response.json({ waitedMs });
    }
    station.ways.length = 0;
    const response = await service.fetch(request, station.env, execution);
    station.waitedMs += lengthOf(station.ways, performance.now());
    return response;
  },
} satisfies ExportedHandler<Env>;

function makeStation(env: Env, far: Distances): Station {
  const ways: Ways = [];
  return { env: farEnv(env, far, homes, ways), ways, waitedMs: 0 };
}
