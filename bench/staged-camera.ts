// A camera whose picture changes when told to, and that knows when it did: for measuring what follows.
import type { BrowserContext, Page } from 'playwright-core';
import { frameFile, type Shot, VARIANTS } from '../test/support/puppet/frames.ts';
import { readFile } from 'node:fs/promises';

/** `restless` is a well-placed head that never keeps still, so that nothing is asked of it. */
export type Sight = 'restless' | 'dark' | 'two' | 'nobody' | 'aside' | 'far';

const SHOTS: Record<Sight, Shot[]> = {
  restless: [{ pose: { yaw: -10 } }, { pose: { yaw: 10 } }],
  dark: [{ scene: 'dark' }],
  two: [{ scene: 'two' }],
  nobody: [{ scene: 'nobody' }],
  aside: [{ pose: { yaw: 25 } }],
  far: [{}],
};

declare global {
  interface Window {
    staged: {
      sight: Sight;
      /** When the sight was first drawn (performance.now). */
      drawnMs: number;
    };
    stagedFrames: () => Promise<Record<Sight, string[]>>;
  }
}

export async function installStagedCamera(context: BrowserContext): Promise<void> {
  await context.exposeFunction('stagedFrames', readFrames);
  await context.addInitScript(replaceCamera);
}

/** Changes what the camera sees. */
export async function show(page: Page, sight: Sight): Promise<void> {
  await page.evaluate((next) => {
    Object.assign(window.staged, { sight: next, drawnMs: Number.NaN });
  }, sight);
}

async function readFrames(): Promise<Record<string, string[]>> {
  const entries = Object.entries(SHOTS).map(async ([sight, shots]) => {
    const variants = shots.flatMap((shot) =>
      Array.from({ length: VARIANTS }, (_, variant) => ({ ...shot, variant })),
    );
    const jpegs = variants.map(async (shot) => readFile(await frameFile(shot), 'base64'));
    return [sight, await Promise.all(jpegs)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Runs in the page, before its own scripts; knows nothing of this file. */
function replaceCamera(): void {
  const [WIDTH, HEIGHT, TICK_MS, TICKS_A_POSE, FAR_SHARE] = [480, 360, 33, 5, 0.3];
  const staged: Window['staged'] = { sight: 'restless', drawnMs: Number.NaN };
  window.staged = staged;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext('2d');
  const decode = (jpeg: string) => {
    const bytes = Uint8Array.from(atob(jpeg), (letter) => letter.charCodeAt(0));
    return createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
  };
  const start = async () => {
    const jpegs = Object.entries(await window.stagedFrames());
    const frames = new Map<string, ImageBitmap[]>();
    for (const [sight, each] of jpegs) frames.set(sight, await Promise.all(each.map(decode)));
    let tick = 0;
    setInterval(() => {
      const pictures = frames.get(staged.sight) ?? [];
      // Halves take turns, slower than the page looks and faster than a head comes to rest.
      const half = (Math.floor(tick++ / TICKS_A_POSE) % 2) * Math.floor(pictures.length / 2);
      const picture = pictures[half + Math.floor(Math.random() * (pictures.length / 2))];
      if (!picture) return;
      const shake = () => Math.random() - 0.5;
      if (staged.sight === 'far') {
        context?.drawImage(frames.get('nobody')?.[0] ?? picture, 0, 0, WIDTH, HEIGHT);
        const [width, height] = [WIDTH * FAR_SHARE, HEIGHT * FAR_SHARE];
        context?.drawImage(picture, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height);
      } else context?.drawImage(picture, shake(), shake(), WIDTH, HEIGHT);
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
