// The demo has one account, and what a test did there another one reads: a file at a time has it to itself.
import { afterAll, beforeAll, inject } from 'vitest';
import { takeTurn } from './turns.ts';

/** The other files that wait for it take minutes on a busy machine. */
const WAIT_MS = 20 * 60_000;

/** For every file whose tests sign in with the demo's account. */
export function useDemoAccount(): void {
  let endTurn: (() => void) | undefined;
  beforeAll(async () => {
    endTurn = await takeTurn(inject('accountTurns'));
  }, WAIT_MS);
  afterAll(() => endTurn?.());
}
