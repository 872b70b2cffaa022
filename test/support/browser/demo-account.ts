// The demo has only one account, whose state carries over from one test to the next, so only one
// test file uses the account at a time.
import { afterAll, beforeAll, inject } from 'vitest';
import { takeTurn } from './turns.ts';

/** How long a test file waits for its turn. The files before it take minutes on a busy machine. */
const WAIT_MS = 20 * 60_000;

/** Call this in every file whose tests sign in with the demo's account. */
export function useDemoAccount(): void {
  let endTurn: (() => void) | undefined;
  beforeAll(async () => {
    endTurn = await takeTurn(inject('accountTurns'));
  }, WAIT_MS);
  afterAll(() => endTurn?.());
}
