// Tests of the harness itself: it detects a use case that stops halfway, and reports where.
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/context.ts';
import { findRow, updateProfile } from '../../src/domain/accounts/store.ts';
import { makeAccount } from '../support/account/accounts.ts';
import { makeContext } from '../support/installation/context.ts';
import { findPartialStates, type UseCase } from '../support/faults/find-partial-states.ts';

const of = (act: (ctx: Context, id: number) => Promise<unknown>): UseCase<number> => ({
  prepare: async () => (await makeAccount({ password: null, displayName: 'Ada' })).id,
  act,
  observe: async (id) => {
    const row = await findRow(makeContext().db, id);
    return [row?.display_name, row?.locale];
  },
});

const inTwoSteps = of(async ({ db }, id) => {
  await updateProfile(db, id, { display_name: 'Grace' });
  await updateProfile(db, id, { locale: 'de' });
});

describe('findPartialStates', () => {
  it('reports a use case that writes in two steps, with the call and its fault', async () => {
    const partial = await findPartialStates(inTwoSteps);
    const ends = partial.map((line) => line.replace(/D1\.\w+/, 'D1'));
    const half = '["Grace","en"]';
    expect(ends).toEqual([
      'whole: ["Grace","de"]',
      `call 1, D1, loses its answer (failed): ${half}`,
      `call 1, D1, is cut off after (cut off): ${half}`,
      `call 2, D1, fails (failed): ${half}`,
      `call 2, D1, is cut off before (cut off): ${half}`,
    ]);
  });

  it('reports a use case that claims success although nothing was written', async () => {
    const quiet = of(async ({ db }, id) =>
      updateProfile(db, id, { locale: 'de' }).catch(() => undefined),
    );
    expect((await findPartialStates(quiet)).at(1)).toMatch(/^call 1, D1\.\w+, fails \(done\)/);
  });

  it('reports a use case that has written, and fails because of a later call', async () => {
    const late = of(async ({ db }, id) => {
      await updateProfile(db, id, { locale: 'de' });
      await findRow(db, id);
    });
    expect(await findPartialStates(late)).toEqual([]);
    const partial = await findPartialStates({ ...late, afterTheFact: /^D1\.raw$/ });
    expect(partial.slice(1).map((line) => line.replace(/^call \d, /, ''))).toEqual([
      'D1.raw, fails (failed): not answered',
      'D1.raw, loses its answer (failed): not answered',
    ]);
  });

  it('accepts a use case that writes once', async () => {
    const whole = of(({ db }, id) =>
      updateProfile(db, id, { display_name: 'Grace', locale: 'de' }),
    );
    expect(await findPartialStates(whole)).toEqual([]);
  });

  it('rejects a use case that changes nothing, or that fails without a fault', async () => {
    await expect(findPartialStates(of(({ db }, id) => findRow(db, id)))).rejects.toThrow(
      'changes nothing',
    );
    const broken = of(() => Promise.reject(new Error('always')));
    await expect(findPartialStates(broken)).rejects.toThrow('fails without a fault');
  });
});
