import { describe, expect, it } from 'vitest';
import type { SessionView } from '../../src/routes/hosted/schemas.ts';
import { ApiError } from '../../widget/hosted/api.ts';
import {
  ageEvidence,
  Delivery,
  type Evidence,
  extension,
  livenessEvidence,
} from '../../widget/hosted/delivery.ts';
import { Perseverance } from '../../widget/hosted/perseverance.ts';
import { makeView } from './views.ts';

const lost = () => Promise.reject(new ApiError('NETWORK', 'gone'));
const never = () => false;

/** A server that counts what arrives, behind a network that loses answers. */
class FlakyServer {
  view = makeView({ step: 'liveness' });
  arrived = 0;
  /** What happens to each call, in order: it arrives or not, and its answer arrives or not. */
  fates: ('answered' | 'lost_before' | 'lost_after')[] = [];

  evidence(standingIn: Evidence['standingIn']): Evidence {
    return {
      standingIn,
      read: () => this.#fate(() => this.view),
      send: () =>
        this.#fate(() => {
          this.arrived++;
          this.view = makeView({ step: 'age', age_nonce: 'n1' });
          return this.view;
        }),
    };
  }

  #fate(answer: () => SessionView): Promise<SessionView> {
    const fate = this.fates.shift() ?? 'answered';
    if (fate === 'lost_before') return lost();
    const view = answer();
    return fate === 'lost_after' ? lost() : Promise.resolve(view);
  }
}

const whileStep = (step: SessionView['step']): Evidence['standingIn'] => {
  return (view) => (view.step === step ? 'due' : 'moved');
};

const persist = () =>
  new Perseverance(
    () => undefined,
    () => Promise.resolve(),
  );

async function deliver(server: FlakyServer, standingIn = whileStep('liveness')) {
  const delivery = new Delivery(server.evidence(standingIn));
  return persist().run(() => delivery.attempt(), never);
}

describe('evidence', () => {
  it.each([
    ['nothing gets lost', []],
    ['it gets lost on its way', ['lost_before']],
    ['its answer gets lost', ['lost_after']],
    ['its answer and the look after it get lost', ['lost_after', 'lost_after', 'lost_before']],
    ['everything gets lost for a while', ['lost_before', 'lost_before', 'answered', 'lost_before']],
    ['it is resent and that answer gets lost too', ['lost_before', 'answered', 'lost_after']],
  ] as const)('arrives exactly once when %s', async (_, fates) => {
    const server = new FlakyServer();
    server.fates = [...fates];
    const { view, isCounted } = await deliver(server);
    expect([server.arrived, view.step, isCounted]).toEqual([1, 'age', true]);
  });

  it('is not sent again when it would come too late, and then nothing was counted', async () => {
    const server = new FlakyServer();
    server.fates = ['lost_before'];
    const { view, isCounted } = await deliver(server, () => 'late');
    expect([server.arrived, view.step, isCounted]).toEqual([0, 'liveness', false]);
  });

  it('that the server refuses is not repeated', async () => {
    let calls = 0;
    const delivery = new Delivery({
      send: () => {
        calls++;
        return Promise.reject(new ApiError('CONFLICT', 'moved on'));
      },
      read: lost,
      standingIn: () => 'due',
    });
    await expect(persist().run(() => delivery.attempt(), never)).rejects.toThrow('moved on');
    expect(calls).toBe(1);
  });
});

describe('whether evidence arrived', () => {
  const before = makeView({ step: 'liveness', attempts_left: { liveness: 2, age: 2 } });
  const liveness = (endsInMs: number) =>
    livenessEvidence(before, { challenge_id: 'c', samples: [] }, performance.now() + endsInMs);

  it('shows in the step or the attempts left', () => {
    const { standingIn } = liveness(10_000);
    expect(standingIn(before)).toBe('due');
    expect(standingIn({ ...before, step: 'age' })).toBe('moved');
    expect(standingIn({ ...before, step: 'done' })).toBe('moved');
    expect(standingIn({ ...before, attempts_left: { liveness: 1, age: 2 } })).toBe('moved');
  });

  it('does not matter any more when the challenge is over', () => {
    expect(liveness(-1).standingIn(before)).toBe('late');
    expect(liveness(-1).standingIn({ ...before, step: 'age' })).toBe('moved');
  });

  it('shows in the nonce of the age step', () => {
    const view = makeView({ step: 'age', age_nonce: 'n1' });
    const { standingIn } = ageEvidence(view, { age_nonce: 'n1', samples: [] });
    expect(standingIn(view)).toBe('due');
    expect(standingIn({ ...view, age_nonce: 'n2' })).toBe('moved');
    expect(standingIn({ ...view, step: 'done' })).toBe('moved');
  });

  it('shows in the extensions left', () => {
    const { standingIn } = extension(before);
    expect(standingIn(before)).toBe('due');
    expect(standingIn({ ...before, extensions_left: before.extensions_left - 1 })).toBe('moved');
  });
});

describe('perseverance', () => {
  it('says each time that it waits, and how often it failed', async () => {
    const said: number[] = [];
    let waits = 0;
    const stubborn = new Perseverance(
      () => waits++,
      async (failures) => void said.push(failures),
    );
    const answers = [lost, lost, lost, () => Promise.resolve('there')];
    const task = () => (answers.shift() ?? lost)();
    expect(await stubborn.run(task, never)).toBe('there');
    expect([waits, said]).toEqual([3, [1, 2, 3]]);
  });

  it('tries at once when the person wants it', async () => {
    const stubborn = new Perseverance(
      () => queueMicrotask(() => stubborn.tryNow()),
      (_, wake) => new Promise((resolve) => wake.addEventListener('abort', () => resolve())),
    );
    const answers = [lost, () => Promise.resolve('there')];
    expect(await stubborn.run(() => (answers.shift() ?? lost)(), never)).toBe('there');
  });

  it('stops when nobody waits for the answer any more', async () => {
    await expect(persist().run(lost, () => true)).rejects.toThrow('gone');
  });
});
