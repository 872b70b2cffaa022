// The network paths that `npm run bench -- far` simulates.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Distances, Home } from '../../bench/far/places.ts';
import { farEnv, lengthOf, type Ways } from '../support/counted/far/far-env.ts';

const FAR = { place: 'Sydney', databaseMs: 20, replicaMs: 4, objectMs: 1 };

function makeFar(from: Distances = FAR, homes = new Map<string, Home>()) {
  const ways: Ways = [];
  const begun = async (act: () => Promise<unknown>): Promise<number[]> => {
    ways.length = 0;
    await act();
    return ways.map(([beginMs, endMs]) => endMs - beginMs);
  };
  return { homes, begun, far: farEnv(env, from, homes, ways) };
}

/**
 * Returns the range in which a measured latency must lie: from the exact latency to a tenth more.
 */
const latencyRange = (ms: number): [number, number] => [ms * 0.999, ms * 1.101];

function expectLatencies(found: number[], wanted: number[]): void {
  expect(found).toHaveLength(wanted.length);
  for (const [n, ms] of wanted.entries()) {
    const [least, most] = latencyRange(ms);
    expect(found[n]).toBeGreaterThanOrEqual(least);
    expect(found[n]).toBeLessThanOrEqual(most);
  }
}

describe('the latency to the database', () => {
  it('is the primary’s for statements outside a session and for sessions that begin there', async () => {
    const { begun, far } = makeFar();
    expectLatencies(await begun(() => far.DB.prepare('SELECT 1').first()), [20]);
    const primary = far.DB.withSession('first-primary');
    expectLatencies(await begun(() => primary.prepare('SELECT ?').bind(1).all()), [20]);
  });

  it('is a replica’s for reads and the primary’s for everything else, alone and in a batch', async () => {
    const { begun, far } = makeFar();
    const copy = far.DB.withSession('first-unconstrained');
    const [read, write] = ['SELECT 1', 'UPDATE tenants SET name = name'];
    expectLatencies(await begun(() => copy.prepare(read).raw()), [4]);
    expectLatencies(await begun(() => copy.prepare(write).run()), [20]);
    expectLatencies(await begun(() => copy.batch([copy.prepare(read)])), [4]);
    expectLatencies(await begun(() => copy.batch([copy.prepare(read), copy.prepare(write)])), [20]);
  });
});

it('an object is near the place of its first call and far from elsewhere, and an object by name is near', async () => {
  const { begun, far, homes } = makeFar();
  const unnamed = far.GRANT.newUniqueId();
  const ask = (id: DurableObjectId) => begun(() => far.GRANT.get(id).isAccessTokenActive('none'));
  expectLatencies(await ask(unnamed), [1]);
  expect(homes.get(unnamed.toString())?.place).toBe('Sydney');
  homes.set(unnamed.toString(), { place: 'London', databaseMs: 2 });
  expectLatencies(await ask(unnamed), [20]);
  expectLatencies(await ask(far.GRANT.idFromName('one')), [1]);
});

it('an object created with a location hint is far from its creator, and near the hinted place from then on (D-122)', async () => {
  const sydney = makeFar();
  const hinted = { region: 'oc', place: FAR.place, databaseMs: FAR.databaseMs } as const;
  const home = { place: 'beside', databaseMs: 1, replicaMs: 1, objectMs: 1, hinted };
  const beside = makeFar(home, sydney.homes);
  const ask = (from: typeof sydney, id: DurableObjectId, options?: object) =>
    from.begun(() => from.far.GRANT.get(id, options).isAccessTokenActive('none'));
  const id = env.GRANT.newUniqueId();
  expectLatencies(await ask(beside, id, { locationHint: 'oc' }), [20]);
  expectLatencies(await ask(sydney, id), [1]);
  // Later location hints do not move the object, and a hint with an unknown location is ignored.
  const made = env.GRANT.newUniqueId();
  expectLatencies(await ask(beside, made, { locationHint: 'afr' }), [1]);
  expectLatencies(await ask(beside, made, { locationHint: 'oc' }), [1]);
  expectLatencies(await ask(sydney, made), [20]);
});

it('concurrent waits count once, and waits after the answer do not count', () => {
  const ways: Ways = [
    [0, 10],
    [2, 6],
    [8, 15],
    [20, 30],
    [29, 90],
  ];
  expect(lengthOf(ways, 40)).toBe(15 + 20);
  expect(lengthOf(ways, 12)).toBe(12);
});
