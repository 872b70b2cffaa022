// Runs a person's action once for every combination of a binding call and a fault, then repeats the
// action. The second response must not contradict the effect of the first attempt (D-136).
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import { createContext, type Context } from '../../../src/context.ts';
import { AppError, UsedLink } from '../../../src/errors.ts';
import { MINUTE_MS } from '../../../src/time/durations.ts';
import { faultyEnv } from './faulty-env.ts';
import { FAULTS, Faults } from './faults.ts';

export interface Attempt<Fixture> {
  prepare: (ctx: Context) => Promise<Fixture>;
  /** @returns the outcome shown to the person: `done`, `used` or the name of a refusal */
  act: (ctx: Context, fixture: Fixture) => Promise<string>;
}

/**
 * How long a claim in useOneTimeToken lasts; after this time, an abandoned claim ends on its own.
 */
const CLAIM_MS = MINUTE_MS;

/**
 * @returns a description of every repeat that was refused, with the faulty call of the first
 *   attempt and its fault
 * @throws Error when the action does not succeed without a fault
 */
export async function findLies<Fixture>({ prepare, act }: Attempt<Fixture>): Promise<string[]> {
  const plain = contextOf(new Faults());
  const whole = new Faults();
  const first = await outcomeOf(act(contextOf(whole), await prepare(plain)));
  if (first !== 'done') throw new Error(`It is ${first} without a fault.`);
  const lies: string[] = [];
  const plans = whole.calls.flatMap((_name, at) => FAULTS.map((fault) => ({ at, fault })));
  for (const { at, fault } of plans) {
    const fixture = await prepare(plain);
    const faults = new Faults(at, fault);
    const learned = await Promise.race([outcomeOf(act(contextOf(faults), fixture)), faults.cutOff]);
    let again = await outcomeOf(act(plain, fixture));
    // While the first attempt's claim lasts, its outcome cannot be known, so the action is repeated
    // once more after the claim has ended.
    if (again === 'busy' && learned !== 'done') {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + CLAIM_MS });
      again = await outcomeOf(act(plain, fixture));
      vi.useRealTimers();
    }
    const isTrue = again === 'done' || again === 'used';
    if (!isTrue) lies.push(`${faults.calls[at]}, ${fault}: ${learned}, then ${again}`);
  }
  return lies;
}

/** Returns the context of a warm isolate. Its deferred work does not matter to these tests. */
function contextOf(faults: Faults): Context {
  const waitUntil = (work: Promise<unknown>): void => void work.catch(() => undefined);
  const { config, tokenKey } = createContext(env, { waitUntil });
  const around = faultyEnv(faults, { queued: [], touched: new Map() });
  return { ...createContext(around, { waitUntil }), config, tokenKey };
}

async function outcomeOf(attempt: Promise<string>): Promise<string> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof UsedLink) return 'used';
    if (!(error instanceof AppError)) return 'failed';
    return error.code === 'UNAVAILABLE' ? 'busy' : error.code;
  }
}
