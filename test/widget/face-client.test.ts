import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FaceClient } from '../../widget/hosted/engine/face-client.ts';
import type { FromWorker, ToWorker } from '../../widget/hosted/engine/messages.ts';
import { makeFace } from './faces.ts';

/** A worker that answers when told to. */
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

  say(message: FromWorker): void {
    this.dispatchEvent(new MessageEvent('message', { data: message }));
  }
}

const picture = () => ({ data: new Uint8ClampedArray(4), width: 1, height: 1 }) as ImageData;

function startClient(): { client: FaceClient; worker: SlowWorker } {
  const client = new FaceClient(() => undefined);
  client.start();
  return { client, worker: SlowWorker.last };
}

beforeEach(() => {
  vi.stubGlobal('Worker', SlowWorker);
  vi.stubGlobal('MODEL_ASSETS', {});
  vi.stubGlobal('ENGINE_WASM', { url: '/engine.wasm', bytes: 1 });
});

afterEach(() => vi.unstubAllGlobals());

describe('the client of the engine', () => {
  it('gives every picture its own answer when two steps overlap', async () => {
    const { client, worker } = startClient();
    const before = client.look(picture());
    const after = client.look(picture());
    worker.say({ type: 'look', look: { face: makeFace({ score: 0.1 }), brightness: 90 } });
    worker.say({ type: 'look', look: { face: makeFace({ score: 0.2 }), brightness: 90 } });
    expect((await before)?.face?.score).toBe(0.1);
    expect((await after)?.face?.score).toBe(0.2);
  });

  it.each<[string, (client: FaceClient, worker: SlowWorker) => void]>([
    ['stops', (client) => client.stop()],
    ['fails', (_, worker) => worker.say({ type: 'failed', message: 'out of memory' })],
  ])('leaves nobody waiting when the engine %s', async (_, end) => {
    const { client, worker } = startClient();
    const faces = [client.look(picture()), client.look(picture())];
    end(client, worker);
    expect(await Promise.all(faces)).toEqual([undefined, undefined]);
  });

  it('sees no face when the engine is not running', async () => {
    expect(await new FaceClient(() => undefined).look(picture())).toBeUndefined();
  });
});
