// The parts that the clip tests share: the nets, the people (all from one group photograph), and
// the outcome of a check.
import { beforeAll } from 'vitest';
import type { SessionRecord } from '../../../src/domain/verification/rules/session/session.ts';
import type { Scene } from '../../support/clips/attacks.ts';
import { clipNets } from '../../support/clips/nets.ts';
import { loadPeople } from '../../support/puppet/people.ts';
import type { Still } from '../../support/puppet/stills.ts';

const cast: Still[] = [];

beforeAll(async () => {
  await clipNets();
  cast.push(...(await loadPeople(['sample5.jpg'])));
});

export function castOf(): Record<'ada' | 'eve', Still> {
  const [ada, , , eve] = cast;
  if (!ada || !eve) throw new Error('Two people are missing.');
  return { ada, eve };
}

export const sceneOf = (): Scene => {
  const { ada, eve } = castOf();
  return { still: ada, other: eve, seed: 1 };
};

/** @returns the outcome, and the reasons for refusals that the log contains */
export const outcomeOf = ({ end, signals, state }: SessionRecord) => ({
  status: state.status,
  ...(end?.reason !== undefined && { reason: end.reason }),
  log: [...new Set(signals.refusals.map((refusal) => `${refusal.step}: ${refusal.reason}`))],
});
