// Runs the attackers of `npm run bench -- forge` against the service's rules and the real nets.
// Each follows the page's protocol exactly, so only the content of its pictures can lead to a
// refusal. The bench counts how often each passes (docs/threat-model.md#forgers).
import { expect, it } from 'vitest';
import { FORGERS, type ForgerName } from '../../../bench/forge/forgers.ts';
import { actorOf } from '../../../bench/forge/in-process.ts';
import { toJpeg } from '../../../bench/films/follow.ts';
import { isShownApart } from '../../../src/domain/verification/rules/evidence/picture-rules.ts';
import type { Action } from '../../../src/vision/face/challenge.ts';
import { commitmentOf } from '../../../src/vision/face/commitment.ts';
import { type Ledger, runCheck } from '../../support/clips/check.ts';
import { clipNets } from '../../support/clips/nets.ts';
import { sit } from '../../support/clips/sitting.ts';
import { loadPeople } from '../../support/puppet/people.ts';
import { turnHead } from '../../support/puppet/puppet.ts';
import { castOf } from './stage.ts';

const ACTIONS: Action[] = ['turn_left', 'look_down'];
/** Any age passes, since forging an age is not tested here. */
const GATE = 1;
/** Refusal reasons that occur only if the page makes a mistake. */
const OWN_FAULTS = ['bad_commitments', 'other_picture', 'unusable_picture', 'no_face', 'late'];

it.each(Object.keys(FORGERS) as ForgerName[])('%s gets a verdict on its pictures', async (name) => {
  const forger = await FORGERS[name]({ still: castOf().ada, seed: 1 });
  const { end, signals, state } = await runCheck(actorOf(forger), 1, {
    actions: ACTIONS,
    gate: GATE,
  });
  const reasons = signals.refusals.map(({ reason }) => reason);
  expect(['success', 'failed']).toContain(state.status);
  expect(reasons.filter((reason) => OWN_FAULTS.includes(reason))).toEqual([]);
  expect(end?.reason).not.toBe('expired');
});

/**
 * Returns the reasons why a forger's attempts are refused; none if the first attempt passes.
 * @param session seed for the service's random numbers
 */
async function refusalsOf(
  name: ForgerName,
  { ledger = new Map(), session = 1 }: { ledger?: Ledger; session?: number } = {},
): Promise<Set<string>> {
  const forger = await FORGERS[name]({ still: castOf().ada, seed: 1 });
  const { signals, state } = await runCheck(actorOf(forger), session, {
    actions: ACTIONS,
    gate: GATE,
    ledger,
  });
  expect(signals.refusals.length > 0 || state.status === 'success').toBe(true);
  return new Set(signals.refusals.map(({ reason }) => reason));
}

it('a photograph that never turns is refused, whatever its reported numbers say', async () => {
  expect(await refusalsOf('still')).toContain('other_pose');
});

it('a photograph that turns is refused when it shows the same file at two moments', async () => {
  expect(await refusalsOf('mesh warp')).toContain('equal_pictures');
});

// The documentation states that ten more lines of code suffice for this attack. If this test ever
// fails, the documentation can be updated.
it('a photograph that turns passes once each of its files has its own noise', async () => {
  const ledger: Ledger = new Map();
  expect(await refusalsOf('mesh warp, fresh noise', { ledger })).toEqual(new Set());
  // The same program with the same seed produces the same files, and an earlier session has already
  // submitted them.
  expect(await refusalsOf('mesh warp, fresh noise', { ledger, session: 2 })).toContain(
    'seen_before',
  );
});

it('at least a third of mouths that are warped open are refused, and no real open mouth is (D-128)', async () => {
  const people = await loadPeople();
  const shownApart = async (isStretched: boolean): Promise<number> => {
    let count = 0;
    for (const [ms, person] of people.entries()) {
      const still = sit(person);
      const picture = turnHead(still, { ...still.pose, open: 0.5, isStretched });
      const [found] = await measureJpeg(toJpeg(picture), ms);
      if (found?.ok && isShownApart(found.face.mouth)) count += 1;
    }
    return count;
  };
  expect(await shownApart(false)).toBe(0);
  expect(await shownApart(true)).toBeGreaterThanOrEqual(people.length / 3);
});

async function measureJpeg(jpeg: Uint8Array<ArrayBuffer>, t: number) {
  const { face } = await clipNets();
  const hash = await commitmentOf('n', t, jpeg);
  const measured = await face.measure({
    step: 'liveness',
    nonce: 'n',
    pictures: [{ t, hash, jpeg }],
  });
  return measured.pictures;
}
