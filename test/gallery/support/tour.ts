// Visits states in parallel, runs a test function in each, and collects the findings.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { buildAssets } from '../../../scripts/build.ts';
import { launchGalleryBrowser } from './gallery-browser.ts';
import type { GalleryState } from './gallery-state.ts';
import { serveStates, type StubServer } from './stub-server.ts';
import { Visitor, type VisitorOptions } from './visitor.ts';

/**
 * The number of windows that work in parallel: while one waits for a state, another is inspected.
 */
const LANES = 3;
let tours = 0;

interface Tour extends VisitorOptions {
  states: readonly GalleryState[];
}

type Check<Kind extends string> = (
  visitor: Visitor,
  state: GalleryState,
) => Promise<Record<Kind, readonly string[]>>;

/**
 * Serves states to the tests of one file.
 * @param served all states that will be visited
 */
export function useTours(served: readonly GalleryState[]) {
  let browser: Browser | undefined;
  let server: StubServer | undefined;
  beforeAll(async () => {
    await buildAssets();
    browser = await launchGalleryBrowser();
    server = await serveStates(served);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), server?.close()]);
  });
  return <Kind extends string>(order: Tour, check: Check<Kind>) => {
    if (!browser || !server) throw new Error('States are served during tests only.');
    return tour(browser, server.origin, order, check);
  };
}

/**
 * @param check returns the faults of the current state, as sentences by kind
 * @returns the sentences of all states by kind, each with its state's name
 */
export async function tour<Kind extends string>(
  browser: Browser,
  origin: string,
  { states, ...options }: Tour,
  check: Check<Kind>,
): Promise<Record<Kind, string[]>> {
  const found: Partial<Record<Kind, string[]>> = {};
  const queue = [...states];
  tours += 1;
  const lanes = Array.from({ length: Math.min(LANES, states.length) }, async (_, lane) => {
    const id = `tour${tours}-${lane}`;
    const visitor = await Visitor.arrive(browser, origin, id, states, options);
    for (let state = queue.shift(); state; state = queue.shift()) {
      await visitor.visit(state);
      for (const [kind, sentences] of Object.entries(await check(visitor, state)))
        (found[kind as Kind] ??= []).push(
          ...(sentences as readonly string[]).map((sentence) => `${state?.name}: ${sentence}`),
        );
    }
    await visitor.leave();
  });
  await Promise.all(lanes);
  return found as Record<Kind, string[]>;
}
