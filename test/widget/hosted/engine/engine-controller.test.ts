import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MODEL_FILES } from '../../../../src/vision/face/model-files.ts';
import { EngineController } from '../../../../widget/hosted/engine/engine-controller.ts';
import type { FromWorker, ToWorker } from '../../../../widget/hosted/engine/worker.ts';
import { Flow } from '../../../../widget/hosted/state/flow.ts';
import { makeFace } from '../faces.ts';
import { makeView } from '../views.ts';

/** A worker that responds only when the test tells it to. */
class SlowWorker extends EventTarget {
  static last: SlowWorker;
  asked: ToWorker[] = [];

  constructor() {
    super();
    SlowWorker.last = this;
  }

  postMessage(message: ToWorker): void {
    this.asked.push(message);
  }

  terminate(): void {
    this.asked = [];
  }

  emit(message: FromWorker): void {
    this.dispatchEvent(new MessageEvent('message', { data: message }));
  }
}

const picture = () => ({ data: new Uint8ClampedArray(4), width: 1, height: 1 }) as ImageData;

const makeEngine = () => new EngineController(new Flow(() => undefined));

function startEngine(): { engine: EngineController; worker: SlowWorker } {
  const engine = makeEngine();
  engine.start();
  return { engine, worker: SlowWorker.last };
}

beforeEach(() => {
  vi.stubGlobal('Worker', SlowWorker);
  vi.stubGlobal('MODEL_ASSETS', {});
  vi.stubGlobal('ENGINE_WASM', { url: '/engine.wasm', bytes: 1 });
});

afterEach(() => vi.unstubAllGlobals());

describe('the engine’s controller', () => {
  it('gives every picture its own answer when two steps overlap', async () => {
    const { engine, worker } = startEngine();
    const before = engine.measure(picture());
    const after = engine.measure(picture());
    worker.emit({ type: 'reading', reading: { face: makeFace({ score: 0.1 }), brightness: 90 } });
    worker.emit({ type: 'reading', reading: { face: makeFace({ score: 0.2 }), brightness: 90 } });
    expect((await before)?.face?.score).toBe(0.1);
    expect((await after)?.face?.score).toBe(0.2);
  });

  it.each<[string, (engine: EngineController, worker: SlowWorker) => void]>([
    ['stops', (engine) => engine.stop()],
    ['fails', (_, worker) => worker.emit({ type: 'failed', message: 'out of memory' })],
  ])('answers every pending picture when the engine %s', async (_, end) => {
    const { engine, worker } = startEngine();
    const faces = [engine.measure(picture()), engine.measure(picture())];
    end(engine, worker);
    expect(await Promise.all(faces)).toEqual([undefined, undefined]);
  });

  it('sees no face when the engine is not running', async () => {
    expect(await makeEngine().measure(picture())).toBeUndefined();
  });
});

describe('the models loaded', () => {
  const sizes = { blazeface: 8, facemesh: 16, age: 32 };

  beforeEach(() => {
    const files = Object.entries(sizes).map(([net, bytes]) => {
      const [, weights] = MODEL_FILES[net as keyof typeof sizes];
      return [weights, { url: `/models/${weights}`, bytes }];
    });
    vi.stubGlobal('MODEL_ASSETS', Object.fromEntries(files));
  });

  it.each([
    ['device', ['blazeface', 'facemesh', 'age'], 57],
    ['edge', ['blazeface', 'facemesh'], 25],
  ] as const)('when the %s measures are %j (D-80)', (measured, nets, totalBytes) => {
    const flow = new Flow(() => undefined);
    flow.dispatch({ type: 'opened', view: makeView({ measured }) });
    const engine = new EngineController(flow);
    engine.start();
    expect(SlowWorker.last.asked).toMatchObject([{ type: 'start', nets }]);
    SlowWorker.last.emit({ type: 'progress', loadedBytes: 99, isWaiting: false });
    expect(flow.state.engine).toMatchObject({ loadedBytes: totalBytes, totalBytes });
  });
});

describe('pictures that may be kept', () => {
  const reading = { face: undefined, brightness: 90 };

  it('are numbered in their readings and for the worker, and other pictures are not', async () => {
    const { engine, worker } = startEngine();
    const readings = [true, false, true].map((isHeld) => engine.measure(picture(), { isHeld }));
    for (const _ of readings) worker.emit({ type: 'reading', reading });
    const numbers = (await Promise.all(readings)).map((each) => each?.picture);
    expect(numbers).toEqual([1, undefined, 2]);
    const frames = worker.asked.filter((message) => message.type === 'frame');
    expect(frames.map(({ hold }) => hold)).toEqual(numbers);
  });

  it('are committed and revealed through the worker, and not at all without an engine', async () => {
    const { engine, worker } = startEngine();
    const committed = engine.commit('age', 'n', [[1, 0]]);
    const revealed = engine.reveal('age', [0]);
    worker.emit({ type: 'committed', pictures: [[0, 'hash']] });
    worker.emit({ type: 'revealed', pictures: [[0, Uint8Array.of(1)]] });
    expect([await committed, await revealed]).toEqual([[[0, 'hash']], [[0, Uint8Array.of(1)]]]);
    const late = [engine.commit('age', 'n', []), engine.reveal('age', [])];
    engine.stop();
    expect(
      await Promise.all([...late, engine.commit('age', 'n', []), engine.reveal('age', [])]),
    ).toEqual([[], [], [], []]);
  });
});
