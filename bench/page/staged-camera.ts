// A fake camera for latency measurements. Its picture changes on request, and it records when the
// change was drawn.
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { frameFile, type Shot, VARIANTS } from '../../test/support/puppet/frames.ts';

/**
 * What the camera shows. `restless` is a well-placed head that never comes to rest, so that no
 * challenge starts; `edge` is the same head at almost the largest permitted distance, and `far` is
 * just beyond it; in `two`, a second person is next to the head.
 */
export type Sight = 'restless' | 'edge' | 'far' | 'two' | 'dark' | 'nobody' | 'aside';

/**
 * The pictures from which sights are composed. Most sights show the head, `restless`; some show
 * another prop beside it or instead of it.
 */
type Prop = 'restless' | 'other' | 'dark' | 'nobody' | 'aside';

/**
 * The poses of a head that moves in a circle, as yaw and pitch in degrees. The head is never at
 * rest, and never far from frontal.
 */
const ROUND = [
  [10, 0],
  [7.5, 7.5],
  [0, 10],
  [-7.5, 7.5],
  [-10, 0],
  [-7.5, -7.5],
  [0, -10],
  [7.5, -7.5],
] as const;

const PROPS: Record<Prop, Shot[]> = {
  restless: ROUND.map(([yaw, pitch]) => ({ pose: { yaw, pitch } })),
  other: [{ still: 'frontal' }],
  dark: [{ scene: 'dark' }],
  nobody: [{ scene: 'nobody' }],
  aside: [{ pose: { yaw: 25 } }],
};

declare global {
  interface Window {
    staged: {
      sight: Sight;
      /** When the current sight was first drawn, by performance.now; NaN until then. */
      drawnMs: number;
    };
    /** Returns JPEG files in base64: for each prop, the variants of each of its shots. */
    stagedFrames: () => Promise<Record<string, string[][]>>;
  }
}

export async function installStagedCamera(context: BrowserContext): Promise<void> {
  await context.exposeFunction('stagedFrames', readFrames);
  await context.addInitScript(replaceCamera);
}

/** Changes the picture of the camera. */
export async function show(page: Page, sight: Sight): Promise<void> {
  await page.evaluate((next) => {
    Object.assign(window.staged, { sight: next, drawnMs: Number.NaN });
  }, sight);
}

async function readFrames(): Promise<Record<string, string[][]>> {
  const read = (shot: Shot) =>
    Promise.all(
      Array.from({ length: VARIANTS }, async (_, variant) =>
        readFile(await frameFile({ ...shot, variant }), 'base64'),
      ),
    );
  const entries = Object.entries(PROPS).map(
    async ([prop, shots]) => [prop, await Promise.all(shots.map(read))] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** Runs in the page, before its scripts; must not use anything from this file. */
function replaceCamera(): void {
  const [WIDTH, HEIGHT, TICK_MS, TICKS_A_POSE] = [480, 360, 33, 2];
  /** The head's size relative to its usual size; below 0.585 the page reports "too far". */
  const SIZES: Partial<Record<Sight, number>> = { edge: 0.63, far: 0.54 };
  const staged: Window['staged'] = { sight: 'restless', drawnMs: Number.NaN };
  window.staged = staged;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext('2d');
  const frames: Record<string, ImageBitmap[][]> = {};
  let tick = 0;

  const decode = (jpeg: string) => {
    const bytes = Uint8Array.from(atob(jpeg), (letter) => letter.charCodeAt(0));
    return createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
  };
  const pictureOf = (prop: string) => {
    const shots = frames[prop] ?? [];
    const variants = shots[Math.floor(tick / TICKS_A_POSE) % shots.length] ?? [];
    return variants[Math.floor(Math.random() * variants.length)];
  };
  const draw = (prop: string, size = 1) => {
    const picture = pictureOf(prop);
    const shake = () => Math.random() - 0.5;
    const [width, height] = [WIDTH * size, HEIGHT * size];
    const [left, top] = [(WIDTH - width) / 2, (HEIGHT - height) / 2];
    if (picture) context?.drawImage(picture, left + shake(), top + shake(), width, height);
  };
  const drawOther = () => {
    const other = pictureOf('other');
    const third = (other?.width ?? 0) / 3;
    if (!other) return;
    context?.drawImage(other, third, 0, third, other.height, (WIDTH * 2) / 3, 0, WIDTH / 3, HEIGHT);
  };
  const drawSight = (sight: Sight) => {
    if (sight === 'dark' || sight === 'nobody' || sight === 'aside') return draw(sight);
    if (SIZES[sight] !== undefined) draw('nobody');
    draw('restless', SIZES[sight]);
    if (sight === 'two') drawOther();
  };
  const start = async () => {
    for (const [prop, shots] of Object.entries(await window.stagedFrames())) {
      frames[prop] = await Promise.all(shots.map((shot) => Promise.all(shot.map(decode))));
    }
    setInterval(() => {
      tick++;
      drawSight(staged.sight);
      if (Number.isNaN(staged.drawnMs)) staged.drawnMs = performance.now();
    }, TICK_MS);
  };
  let started: Promise<void> | undefined;
  navigator.mediaDevices.getUserMedia = async () => {
    started ??= start();
    await started;
    return canvas.captureStream(30);
  };
}
