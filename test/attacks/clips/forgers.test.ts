// The attackers of `npm run bench -- forge` against the rules of the service and the real nets:
// each has all that the page's protocol asks for, so that what refuses it is what its pictures
// show. How often each passes is for the bench to say.
import { expect, it } from 'vitest';
import { FORGERS, type ForgerName } from '../../../bench/forge/forgers.ts';
import { actorOf } from '../../../bench/forge/in-process.ts';
import type { Action, Move } from '../../../src/vision/face/challenge.ts';
import { runCheck } from '../../support/clips/check.ts';
import { castOf } from './stage.ts';

const ACTIONS: Action[] = ['turn_left', 'look_down'];
/** Any age passes: forging it is another matter. */
const GATE = 1;
/** What only a page is refused for that forgot something. */
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

it('a photograph that never turns is refused, whatever its numbers say', async () => {
  const forger = await FORGERS.still({ still: castOf().ada, seed: 1 });
  const { signals, state } = await runCheck(actorOf(forger), 1, { actions: ACTIONS, gate: GATE });
  expect(state.status).toBe('failed');
  expect(new Set(signals.refusals.map(({ reason }) => reason))).toEqual(new Set(['other_pose']));
});

it('lips that are drawn apart are refused for what is not behind them (D-126)', async () => {
  const forger = await FORGERS['mesh warp with lips drawn apart']({ still: castOf().ada, seed: 1 });
  const actions: Move[] = ['open_mouth', 'look_down'];
  const { signals, state } = await runCheck(actorOf(forger), 1, { actions, gate: GATE });
  expect(state.status).toBe('failed');
  expect(signals.refusals.map(({ reason }) => reason)).toContain('drawn_apart');
});
