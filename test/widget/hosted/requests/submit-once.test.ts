import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../widget/hosted/requests/api.ts';
import type { DocumentUpload } from '../../../../widget/hosted/requests/document.ts';
import { NetworkRetry } from '../../../../widget/hosted/requests/network-retry.ts';
import {
  ageRequest,
  documentRequest,
  extensionRequest,
  livenessRequest,
} from '../../../../widget/hosted/requests/counted-requests.ts';
import type { CountedRequest } from '../../../../widget/hosted/requests/counted-requests.ts';
import { submitOnce } from '../../../../widget/hosted/requests/submit-once.ts';
import type { SessionView } from '../../../../widget/hosted/requests/wire.ts';
import { makeView } from '../views.ts';

const lost = () => Promise.reject(new ApiError('NETWORK', 'gone'));
const never = () => false;
const NOTHING = new Uint8Array();

/** A server behind a network that loses requests and responses. Counts the requests that arrive. */
class FlakyServer {
  view = makeView({ step: 'liveness' });
  arrived = 0;
  /**
   * The fate of each call, in order: whether the call arrives, and whether its response arrives.
   */
  fates: ('answered' | 'lost_before' | 'lost_after')[] = [];

  request(receiptIn: CountedRequest['receiptIn']): CountedRequest {
    return {
      receiptIn,
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

const receiptAtStep = (step: SessionView['step']): CountedRequest['receiptIn'] => {
  return (view) => (view.step === step ? 'missing' : 'counted');
};

const makeRetry = () =>
  new NetworkRetry(
    () => undefined,
    () => Promise.resolve(),
  );

async function submit(server: FlakyServer, receiptIn = receiptAtStep('liveness')) {
  return makeRetry().run(submitOnce(server.request(receiptIn)), never);
}

describe('a request that counts', () => {
  it.each([
    ['nothing gets lost', []],
    ['it gets lost on its way', ['lost_before']],
    ['its answer gets lost', ['lost_after']],
    ['its answer and the lookup after it get lost', ['lost_after', 'lost_after', 'lost_before']],
    ['everything gets lost for a while', ['lost_before', 'lost_before', 'answered', 'lost_before']],
    ['it is resent and that answer gets lost too', ['lost_before', 'answered', 'lost_after']],
  ] as const)('arrives exactly once when %s', async (_, fates) => {
    const server = new FlakyServer();
    server.fates = [...fates];
    const { view, isCounted } = await submit(server);
    expect([server.arrived, view.step, isCounted]).toEqual([1, 'age', true]);
  });

  it('is not repeated when it would arrive too late, and then was not counted', async () => {
    const server = new FlakyServer();
    server.fates = ['lost_before'];
    const { view, isCounted } = await submit(server, () => 'late');
    expect([server.arrived, view.step, isCounted]).toEqual([0, 'liveness', false]);
  });

  it('that the server refuses is not repeated', async () => {
    let calls = 0;
    const attempt = submitOnce({
      send: () => {
        calls++;
        return Promise.reject(new ApiError('CONFLICT', 'moved on'));
      },
      read: lost,
      receiptIn: () => 'missing',
    });
    await expect(makeRetry().run(attempt, never)).rejects.toThrow('moved on');
    expect(calls).toBe(1);
  });
});

describe('whether the submission arrived', () => {
  const before = makeView({ step: 'liveness', attempts_left: { liveness: 2, age: 2 } });
  const liveness = (endsInMs: number) =>
    livenessRequest(before, { challenge_id: 'c', samples: [] }, performance.now() + endsInMs);

  it('is visible in the step or the attempts left', () => {
    const { receiptIn } = liveness(10_000);
    expect(receiptIn(before)).toBe('missing');
    expect(receiptIn({ ...before, step: 'age' })).toBe('counted');
    expect(receiptIn({ ...before, step: 'done' })).toBe('counted');
    expect(receiptIn({ ...before, attempts_left: { liveness: 1, age: 2 } })).toBe('counted');
  });

  it('no longer matters when the challenge is over', () => {
    expect(liveness(-1).receiptIn(before)).toBe('late');
    expect(liveness(-1).receiptIn({ ...before, step: 'age' })).toBe('counted');
  });

  it('is visible in the nonce of the age step', () => {
    const view = makeView({ step: 'age', age_nonce: 'n1' });
    const { receiptIn } = ageRequest(view, { age_nonce: 'n1', samples: [] });
    expect(receiptIn(view)).toBe('missing');
    expect(receiptIn({ ...view, age_nonce: 'n2' })).toBe('counted');
    expect(receiptIn({ ...view, step: 'done' })).toBe('counted');
  });

  it('is visible in the nonce of the document, or in another step', () => {
    const asked = { nonce: 'n1', allowed: ['passport'] } satisfies SessionView['document'];
    const view = makeView({ step: 'document', document: asked });
    const frames = [NOTHING, NOTHING] as const;
    const evidence: DocumentUpload = { nonce: 'n1', kind: 'mrz', frames, page: new Blob() };
    const { receiptIn } = documentRequest(view, evidence);
    expect(receiptIn(view)).toBe('missing');
    expect(receiptIn({ ...view, document: { ...asked, nonce: 'n2' } })).toBe('counted');
    expect(receiptIn({ ...view, step: 'done' })).toBe('counted');
  });

  it('is visible in the extensions left', () => {
    const { receiptIn } = extensionRequest(before);
    expect(receiptIn(before)).toBe('missing');
    expect(receiptIn({ ...before, extensions_left: before.extensions_left - 1 })).toBe('counted');
  });
});

describe('repeating after network failures', () => {
  it('reports each wait, and the number of failures', async () => {
    const failuresSeen: number[] = [];
    let waits = 0;
    const retry = new NetworkRetry(
      () => waits++,
      async (failures) => void failuresSeen.push(failures),
    );
    const answers = [lost, lost, lost, () => Promise.resolve('there')];
    const task = () => (answers.shift() ?? lost)();
    expect(await retry.run(task, never)).toBe('there');
    expect([waits, failuresSeen]).toEqual([3, [1, 2, 3]]);
  });

  it('retries immediately on request', async () => {
    const retry = new NetworkRetry(
      () => queueMicrotask(() => retry.tryNow()),
      (_, skip) => new Promise((resolve) => skip.addEventListener('abort', () => resolve())),
    );
    const answers = [lost, () => Promise.resolve('there')];
    expect(await retry.run(() => (answers.shift() ?? lost)(), never)).toBe('there');
  });

  it('stops when the answer is no longer useful', async () => {
    await expect(makeRetry().run(lost, () => true)).rejects.toThrow('gone');
  });
});
