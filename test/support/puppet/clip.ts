// Clips for Chromium's fake camera: `--use-file-for-fake-video-capture=<path>.mjpeg` plays
// concatenated JPEGs at 30 frames a second in a loop.

import { open, readFile } from 'node:fs/promises';
import { cachedFile, hashInputs } from './cache.ts';
import { frameFile, type Scene, STEP_DEGREES, VARIANTS } from './frames.ts';
import type { StillName } from './stills.ts';

const FRAMES_PER_SECOND = 30;

/** A key frame of a clip. Between two key frames, the head moves at a constant speed. */
export interface KeyFrame {
  /** The time in seconds from the start; key frames are in ascending order. */
  at: number;
  yaw?: number;
  pitch?: number;
  /** How far the eyes are closed, from 0 (open) to 1 (closed). */
  blink?: number;
}

/** Slow movements of the head in all four directions, beginning and ending at rest. */
export const LOOK_AROUND: KeyFrame[] = [
  { at: 0 },
  { at: 1.5 },
  ...[{ yaw: 25 }, { yaw: -25 }, { pitch: -25 }, { pitch: 25 }].flatMap((pose, i): KeyFrame[] => [
    { at: 2.3 + 3 * i, ...pose },
    { at: 2.9 + 3 * i, ...pose },
    { at: 3.7 + 3 * i },
    { at: 4.5 + 3 * i },
  ]),
];

/**
 * Returns the path of a clip, which is rendered unless it is cached.
 * @param script at least two key frames; the last one ends the clip
 */
export async function clipFile(
  script: KeyFrame[],
  { scene = 'head', still = 'adult' }: { scene?: Scene; still?: StillName } = {},
): Promise<string> {
  const frames: string[] = [];
  const count = Math.round((script.at(-1)?.at ?? 0) * FRAMES_PER_SECOND);
  for (let frame = 0; frame < count; frame++) {
    const pose = poseAt(script, frame / FRAMES_PER_SECOND);
    frames.push(await frameFile({ scene, still, pose, variant: variantOf(frame) }));
  }
  const hash = await hashInputs([], frames);
  return cachedFile(`clip-${scene}-${still}-${hash}.mjpeg`, async (path) => {
    const clip = await open(path, 'w');
    try {
      for (const frame of frames) await clip.write(await readFile(frame));
    } finally {
      await clip.close();
    }
  });
}

function poseAt(script: KeyFrame[], seconds: number) {
  const next = script.findIndex(({ at }) => at > seconds);
  const after = script[next === -1 ? script.length - 1 : next]!;
  const before = script[Math.max(0, script.indexOf(after) - 1)]!;
  const share = after === before ? 1 : (seconds - before.at) / (after.at - before.at);
  const between = (name: 'yaw' | 'pitch' | 'blink', step: number) => {
    const value = (before[name] ?? 0) * (1 - share) + (after[name] ?? 0) * share;
    return Math.round(value / step) * step || 0;
  };
  return {
    yaw: between('yaw', STEP_DEGREES),
    pitch: between('pitch', STEP_DEGREES),
    blink: between('blink', 0.25),
  };
}

/**
 * Chooses a frame's variant in an irregular rhythm, so that a page that reads only every second
 * frame still sees all variants.
 */
function variantOf(frame: number): number {
  return Math.floor(frame * 1.618 + Math.sin(frame) * 2 + 2) % VARIANTS;
}
