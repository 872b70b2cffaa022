import { describe, expect, it } from 'vitest';
import { assessCamera } from '../../../../src/domain/verification/rules/session/risk.ts';
import { CameraWatch, type Tick } from '../../../../widget/hosted/capture/camera-signals.ts';
import { isVirtualCamera } from '../../../../widget/hosted/capture/virtual-cameras.ts';

const WIDTH = 64;
const HEIGHT = 48;
const FRAME_MS = 1000 / 30;

/** Returns a picture in which every pixel depends on the seed, like a sensor's noise. */
function makePicture(seed: number, level = 120) {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let at = 0; at < data.length; at++) data[at] = level + ((at * 7 + seed * 13) % 17);
  return { data, width: WIDTH, height: HEIGHT };
}

interface Stream {
  label?: string;
  /** Returns the seed for the picture of a frame. */
  seedOf?: (frame: number) => number;
  level?: number;
  tickOf?: (frame: number) => Tick;
}

/** Returns ticks at 30 Hz, with the jitter of a camera driver. */
const jittering = (frame: number): Tick => ({
  takenMs: frame * FRAME_MS + Math.sin(frame * 12.9898) * 1.5,
  count: frame,
});

function watch({ label = 'HD Webcam', seedOf = (i) => i, level, tickOf = jittering }: Stream = {}) {
  const signals = new CameraWatch(label);
  for (let frame = 0; frame < 120; frame++)
    signals.see(makePicture(seedOf(frame), level), tickOf(frame));
  return signals.report();
}

function riskOf(stream: Stream) {
  const report = watch(stream);
  if (!report) throw new Error('No report.');
  return assessCamera({
    virtualLabel: report.virtual_label,
    repeatedFrames: report.repeated_frames,
    intervalVariation: report.interval_variation,
  });
}

describe('camera signals', () => {
  it('report nothing for a camera with shake and noise', () => {
    const report = watch();
    expect(report).toMatchObject({ virtual_label: false, repeated_frames: 0 });
    expect(report?.interval_variation).toBeGreaterThan(0.005);
    expect(riskOf({})).toBe('low');
  });

  it('count pictures that equal the previous one', () => {
    const stream: Stream = { seedOf: (frame) => Math.floor(frame / 3) };
    expect(watch(stream)?.repeated_frames).toBeCloseTo(2 / 3, 1);
    expect(riskOf(stream)).toBe('medium');
  });

  it('report a still image that is fed as a stream under a suspicious name', () => {
    expect(riskOf({ label: 'OBS Virtual Camera', seedOf: () => 1 })).toBe('high');
  });

  it('report a rhythm that no driver has', () => {
    const even = (frame: number): Tick => ({ takenMs: frame * FRAME_MS, count: frame });
    expect(watch({ tickOf: even })?.interval_variation).toBeLessThan(0.001);
    expect(riskOf({ tickOf: even })).toBe('medium');
  });

  it('detect an even rhythm even when this page skipped pictures', () => {
    const skipping = (frame: number): Tick => {
      const count = frame * 2 + (frame % 3);
      return { takenMs: count * FRAME_MS, count };
    };
    expect(watch({ tickOf: skipping })?.interval_variation).toBeLessThan(0.001);
  });

  it('do not mistake a covered lens for a still image', () => {
    expect(watch({ seedOf: () => 0, level: -20 })).toBeUndefined();
  });

  it('do not mistake a hidden tab for a rhythm', () => {
    const hidden = (frame: number): Tick => ({
      takenMs: frame * FRAME_MS + (frame > 60 ? 30_000 : 0),
      count: frame,
    });
    expect(watch({ tickOf: hidden })?.interval_variation).toBeLessThan(0.001);
  });

  it('do not report a browser without timestamps', () => {
    const silent = (frame: number): Tick => ({ takenMs: undefined, count: frame });
    expect(watch({ tickOf: silent })?.interval_variation).toBe(1);
  });

  it('report nothing before there are enough pictures', () => {
    const signals = new CameraWatch('HD Webcam');
    for (let frame = 0; frame < 19; frame++) signals.see(makePicture(frame), jittering(frame));
    expect(signals.report()).toBeUndefined();
  });
});

describe('virtual cameras', () => {
  it.each([
    'OBS Virtual Camera',
    'OBS-Camera',
    'XSplit VCam',
    'e2eSoft VCam',
    'ManyCam Virtual Webcam',
    'Dummy video device (0x0000)',
    'Unity Video Capture',
    'Snap Camera',
    'fake_device_0',
  ])('are recognised by name: %s', (label) => {
    expect(isVirtualCamera(label)).toBe(true);
  });

  it.each([
    '',
    'FaceTime HD Camera',
    'Integrated Webcam (0bda:5520)',
    'Logitech BRIO',
    'HD Pro Webcam C920 (046d:082d)',
    'camera2 1, facing front',
    'Front Camera',
    'iPhone Camera',
    'DroidCam Source 3',
    'e2eSoft iVCam',
    'Surface Camera Front',
  ])('are not confused with real cameras: %s', (label) => {
    expect(isVirtualCamera(label)).toBe(false);
  });
});
