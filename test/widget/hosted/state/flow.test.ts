import { describe, expect, it } from 'vitest';
import {
  advance,
  BLOCKS,
  CAMERA_FAULTS,
  type FlowEvent,
  type FlowState,
  initialFlow,
} from '../../../../widget/hosted/state/flow.ts';
import {
  isRunning,
  offersAssistance,
  pageKey,
  pageOf,
  stepOf,
  stepsOf,
} from '../../../../widget/hosted/state/pages.ts';
import type { SessionView } from '../../../../widget/hosted/requests/wire.ts';
import { makeView } from '../views.ts';

const READY = { phase: 'ready', loadedBytes: 9, totalBytes: 9 } as const;
const LOADING = { phase: 'loading', loadedBytes: 1, totalBytes: 9 } as const;
const run = (...events: FlowEvent[]): FlowState => events.reduce(advance, initialFlow);
const live: FlowEvent[] = [
  { type: 'engine', engine: READY },
  { type: 'camera', camera: 'live' },
];
const opened = (over: Partial<SessionView> = {}): FlowEvent => ({
  type: 'opened',
  view: makeView(over),
});
const nameAfter = (...events: FlowEvent[]) => pageOf(run(...events)).name;

describe('flow', () => {
  it('shows the skeleton until the server has answered', () => {
    expect(pageOf(initialFlow).name).toBe('loading');
  });

  it('goes from welcome through camera, liveness and age to the verdict', () => {
    const events: FlowEvent[] = [opened()];
    const names = [nameAfter(...events)];
    const then = (...more: FlowEvent[]) => {
      events.push(...more);
      names.push(nameAfter(...events));
    };
    then({ type: 'resumed', view: makeView({ step: 'liveness' }) });
    then(...live);
    then({ type: 'judged', view: makeView({ step: 'age' }) });
    then({ type: 'judged', view: makeView({ step: 'done', status: 'success' }) });
    expect(names).toEqual(['welcome', 'camera', 'liveness', 'age', 'verdict']);
  });

  it('waits for the engine between camera and liveness', () => {
    const step = opened({ step: 'liveness' });
    const camera: FlowEvent = { type: 'camera', camera: 'live' };
    expect(nameAfter(step, camera, { type: 'engine', engine: LOADING })).toBe('preparing');
    expect(nameAfter(step, camera, { type: 'engine', engine: READY })).toBe('liveness');
  });

  it('reports that the engine failed to load only when it is needed', () => {
    const failed: FlowEvent = { type: 'engine', engine: { ...LOADING, phase: 'failed' } };
    expect(nameAfter(opened(), failed)).toBe('welcome');
    const page = pageOf(
      run(opened({ step: 'liveness' }), { type: 'camera', camera: 'live' }, failed),
    );
    expect(page).toEqual({ name: 'blocked', block: 'engine' });
  });

  it.each(CAMERA_FAULTS)('returns to the camera page when the camera is %s', (camera) => {
    const page = pageOf(run(opened({ step: 'age' }), ...live, { type: 'camera', camera }));
    expect(page).toMatchObject({ name: 'camera', camera });
  });

  it('shows a problem until the person tries again', () => {
    const judged: FlowEvent = {
      type: 'judged',
      view: makeView({
        step: 'liveness',
        problem: 'no_face',
        attempts_left: { liveness: 2, age: 2 },
      }),
    };
    const before: FlowEvent[] = [opened({ step: 'liveness' }), ...live, judged];
    expect(pageOf(run(...before))).toMatchObject({ name: 'retry', problem: 'no_face' });
    expect(nameAfter(...before, { type: 'try_again' })).toBe('liveness');
  });

  it('does not repeat an old problem after a reload', () => {
    expect(nameAfter(opened({ step: 'liveness', problem: 'no_face' }), ...live)).toBe('liveness');
  });

  it.each(BLOCKS)('shows %s over every step, and removes it when the server answers', (block) => {
    const blocked: FlowEvent = { type: 'blocked', block };
    expect(pageOf(run(opened(), blocked))).toEqual({ name: 'blocked', block });
    expect(nameAfter(opened(), blocked, { type: 'resumed', view: makeView() })).toBe('welcome');
  });

  it('lets a verdict win over a block and over the clock', () => {
    const done = opened({ step: 'done', status: 'failed' });
    expect(nameAfter(done, { type: 'blocked', block: 'offline' })).toBe('verdict');
    expect(nameAfter(done, { type: 'time_up' })).toBe('verdict');
  });

  it('shows that the time is over until the server provides the return URL', () => {
    expect(nameAfter(opened(), { type: 'time_up' })).toBe('expired');
    const outcome = { status: 'expired', return_url: 'https://shop.example/' } as const;
    const view = makeView({ step: 'done', status: 'expired', outcome });
    expect(nameAfter(opened(), { type: 'time_up' }, { type: 'resumed', view })).toBe('verdict');
  });

  it('moves the focus for a new page, not for changes within a page', () => {
    const asking = run(opened({ step: 'liveness' }), { type: 'camera', camera: 'asking' });
    const off = run(opened({ step: 'liveness' }));
    const denied = run(opened({ step: 'liveness' }), { type: 'camera', camera: 'denied' });
    expect(pageKey(pageOf(asking))).toBe(pageKey(pageOf(off)));
    expect(pageKey(pageOf(denied))).not.toBe(pageKey(pageOf(off)));
    const retry = (liveness: number) => {
      const view = makeView({
        step: 'liveness',
        problem: 'no_face',
        attempts_left: { liveness, age: 2 },
      });
      return pageKey(pageOf(run(opened(), ...live, { type: 'judged', view })));
    };
    expect(retry(2)).not.toBe(retry(1));
  });

  it('counts the steps that a person passes', () => {
    expect(stepOf(pageOf(run(opened())))).toBe('welcome');
    const view = makeView({ step: 'age', problem: 'age_unclear' });
    expect(stepOf(pageOf(run(opened(), ...live, { type: 'judged', view })))).toBe('age');
    expect(stepOf(pageOf(run(opened({ step: 'done' }))))).toBeUndefined();
  });

  it('offers to cancel while the session runs, and not afterwards', () => {
    expect(isRunning(pageOf(run(opened())))).toBe(true);
    expect(isRunning(pageOf(run(opened({ step: 'done' }))))).toBe(false);
    expect(isRunning(pageOf(initialFlow))).toBe(false);
  });
});

describe('the document step', () => {
  const asked = { nonce: 'n1', allowed: ['passport'] } satisfies SessionView['document'];
  const left = { liveness: 3, age: 0, document: 3 };
  const view = makeView({ step: 'document', document: asked, attempts_left: left });

  it('has its own page, without the camera and engine of the earlier steps (D-91)', () => {
    const page = pageOf(run({ type: 'opened', view }));
    expect(page).toMatchObject({ name: 'document', asked });
    expect([stepOf(page), offersAssistance(page), isRunning(page)]).toEqual([
      'document',
      true,
      true,
    ]);
  });

  it('shows what was wrong with an attempt, and then the choice again', () => {
    const problem = 'document_unclear';
    const judged: FlowEvent = { type: 'judged', view: { ...view, problem } };
    const page = pageOf(run({ type: 'opened', view }, judged));
    expect([page.name, stepOf(page)]).toEqual(['retry', 'document']);
    expect(pageKey(page)).toBe('retry:document_unclear:3:0:3');
    expect(nameAfter({ type: 'opened', view }, judged, { type: 'try_again' })).toBe('document');
  });

  it('never leaves a person on a page without a way forward', () => {
    const { document: _, ...unasked } = view;
    expect(nameAfter({ type: 'opened', view: unasked })).toBe('assistance');
  });

  it.each([
    [undefined, 2, ['welcome', 'camera', 'liveness', 'age']],
    ['may', 2, ['welcome', 'camera', 'liveness', 'age', 'document']],
    ['will', 2, ['welcome', 'camera', 'liveness', 'document']],
    // All age estimates were used up without a conclusive result.
    ['will', 0, ['welcome', 'camera', 'liveness', 'age', 'document']],
  ] as const)(
    'with a document_need of %s and %i estimates left, the header counts %j',
    (...one) => {
      const [need, age, steps] = one;
      const view = makeView({
        ...(need && { document_need: need }),
        attempts_left: { ...left, age },
      });
      expect(stepsOf(view)).toEqual(steps);
    },
  );
});
