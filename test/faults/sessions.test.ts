// Verification use cases under faults.
import { expect, it } from 'vitest';
import { eraseSession } from '../../src/domain/integration/session-copies/erase-session.ts';
import { keepVerifiedAge } from '../../src/domain/signing-in/age-sharing/share-age.ts';
import { retakeSession } from '../../src/domain/verification/retake-session.ts';
import { makeContext } from '../support/installation/context.ts';
import { findPartialStates } from '../support/faults/find-partial-states.ts';
import {
  endedCheck,
  keptOf,
  passedCheck,
  tracesOf,
  failedCheck,
  retakesOf,
  type EndedCheck,
  type FailedCheck,
  type PassedCheck,
} from '../support/faults/fixtures.ts';

it('a check is erased from every copy, or from none', async () => {
  const partial = await findPartialStates<EndedCheck>({
    prepare: endedCheck,
    act: (ctx, { principal, token }) => eraseSession(ctx, principal, token),
    observe: (check) => tracesOf({ ctx: makeContext() }, check),
  });
  expect(partial).toEqual([]);
});

it('an age is kept in the account, or can still be kept', async () => {
  const partial = await findPartialStates<PassedCheck>({
    prepare: passedCheck,
    act: (ctx, { proof, person }) => keepVerifiedAge(ctx, proof, person),
    observe: keptOf,
  });
  expect(partial).toEqual([]);
});

it('a session is retaken and its successor exists, or neither', async () => {
  for (const key of [undefined, 'order-7']) {
    const partial = await findPartialStates<FailedCheck>({
      prepare: failedCheck,
      act: (ctx, { principal, token }) => retakeSession(ctx, principal, token, key),
      observe: retakesOf,
    });
    expect(partial).toEqual([]);
  }
});
