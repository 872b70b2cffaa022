import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Flow } from '../../../../widget/hosted/state/flow.ts';
import { CameraController } from '../../../../widget/hosted/capture/camera-controller.ts';

/** The person's answers to the browser's permission prompts, in order. */
let prompts: PromiseWithResolvers<MediaStream>[];

beforeEach(() => {
  prompts = [];
  vi.stubGlobal('navigator', {
    mediaDevices: {
      enumerateDevices: async () => [],
      getUserMedia: () => {
        const prompt = Promise.withResolvers<MediaStream>();
        prompts.push(prompt);
        return prompt.promise;
      },
    },
  });
});

/**
 * Creates a camera whose indicator light is on until its track is stopped.
 * @param onUse called when the page reads the track's label
 */
function camera(onUse = () => {}) {
  const track = {
    get label() {
      onUse();
      return '';
    },
    isOn: true,
    stop: () => (track.isOn = false),
    getSettings: () => ({}),
    addEventListener: () => undefined,
  };
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] };
  return { track, stream: stream as unknown as MediaStream };
}

/** Starts a page that requests the camera. */
function ask() {
  const flow = new Flow(() => undefined);
  const controller = new CameraController(flow);
  return { flow, controller, started: controller.start() };
}

describe('the camera', () => {
  it('is open once the person allows it', async () => {
    const { flow, controller, started } = ask();
    const { track, stream } = camera();
    prompts[0]?.resolve(stream);
    await started;
    expect(flow.state.camera).toBe('live');
    expect([controller.stream, track.isOn]).toEqual([stream, true]);
  });

  it.each(['close', 'turnOff'] as const)('stays off when it is allowed after %s', async (leave) => {
    const { flow, controller, started } = ask();
    const { track, stream } = camera();
    controller[leave]();
    prompts[0]?.resolve(stream);
    await started;
    expect(flow.state.camera).not.toBe('live');
    expect([controller.stream, track.isOn]).toEqual([undefined, false]);
  });

  it('is switched off immediately when the page moves on while it opens', async () => {
    const { controller, started } = ask();
    const { track, stream } = camera(() => {
      controller.close();
      expect(track.isOn).toBe(false);
    });
    prompts[0]?.resolve(stream);
    await started;
    expect([controller.stream, track.isOn]).toEqual([undefined, false]);
  });

  it('can be requested again after a handoff', async () => {
    const { flow, controller, started } = ask();
    controller.turnOff();
    expect(flow.state.camera).toBe('off');
    prompts[0]?.reject(new DOMException('', 'NotAllowedError'));
    await started;
    expect(flow.state.camera).toBe('off');
  });

  it('is the last chosen camera, whichever is allowed first', async () => {
    const { controller, started } = ask();
    const chosen = controller.choose('b');
    const [first, second] = [camera(), camera()];
    prompts[1]?.resolve(second.stream);
    await chosen;
    prompts[0]?.resolve(first.stream);
    await started;
    expect([first.track.isOn, controller.stream]).toEqual([false, second.stream]);
  });
});
