import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LivenessRun } from '../../../../widget/hosted/capture/liveness-run.ts';
import type { PageController } from '../../../../widget/hosted/page-controller.ts';
import { makeFace, readingOf, STAGE } from '../faces.ts';

const part = vi.hoisted(() => ({
  loaded: vi.fn<() => void>(),
  greyed: vi.fn<() => void>(),
  shown: vi.fn<(order: readonly string[]) => void>(),
  ended: vi.fn<() => void>(),
}));
vi.mock('../../../../widget/hosted/capture/screen-light.ts', () => {
  part.loaded();
  return {
    ScreenLight: class {
      constructor() {
        part.greyed();
      }
      follow = part.shown;
      end = part.ended;
    },
  };
});

const LIGHT = ['warm', 'cyan', 'magenta', 'green', 'cyan', 'warm'];
const FRAME_MS = 32;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
  vi.resetModules();
});

/** Brings a head to rest in front of a page, which then requests its challenge. */
async function rest(measured: 'edge' | 'device') {
  const state = { view: { measured }, relaxed: false, unlit: false };
  let answer: (challenge: object) => void = () => undefined;
  const challenge = new Promise<object>((resolve) => {
    answer = resolve;
  });
  const requestChallenge = vi.fn<() => Promise<object>>(() => challenge);
  const controller = {
    flow: { state },
    session: { requestChallenge },
    camera: { speed: { perSecond: 30, isSlow: false, isTooSlow: false }, oval: { see() {} } },
  };
  const run = new LivenessRun(
    controller as unknown as PageController,
    () => STAGE,
    () => undefined,
  );
  await vi.dynamicImportSettled();
  for (let frame = 0; frame < 60; frame += 1) {
    vi.advanceTimersByTime(FRAME_MS);
    run.onReading(performance.now(), readingOf(makeFace()));
  }
  expect(requestChallenge).toHaveBeenCalledOnce();
  const arrive = () =>
    answer({
      challenge_id: 'c',
      nonce: 'n',
      actions: ['turn_left'],
      expires_in_ms: 60_000,
      light: LIGHT,
    });
  return { state, arrive };
}

it('turns the screen grey at rest, before the challenge, and shows the colours in the requested order (D-86)', async () => {
  const { arrive } = await rest('edge');
  expect(part.greyed).toHaveBeenCalledOnce();
  expect(part.shown).not.toHaveBeenCalled();
  arrive();
  await vi.waitFor(() => expect(part.shown).toHaveBeenCalledExactlyOnceWith(LIGHT));
  expect(part.ended).not.toHaveBeenCalled();
});

it('shows no colours when the visitor switched them off meanwhile', async () => {
  const { state, arrive } = await rest('edge');
  state.unlit = true;
  arrive();
  await vi.waitFor(() => expect(part.ended).toHaveBeenCalledOnce());
  expect(part.shown).not.toHaveBeenCalled();
});

it('loads no colours when nothing is measured at the edge', async () => {
  await rest('device');
  await vi.dynamicImportSettled();
  expect(part.loaded).not.toHaveBeenCalled();
});
