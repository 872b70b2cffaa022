// A simulated camera that shows still pictures, one after another, as the test provides them.
import type { Page } from 'playwright-core';

const PICTURES_PER_SECOND = 15;

interface Held {
  width: number;
  height: number;
  jpeg: Uint8Array;
}

declare global {
  interface Window {
    /**
     * Shows a picture; defined once the camera is installed.
     * @param jpeg the picture in base64
     */
    hold: (jpeg: string) => Promise<void>;
  }
}

/**
 * Replaces the page's camera. Call this before the page is opened.
 * @returns a function that shows a picture until it is called again
 */
export async function installStillCamera(
  page: Page,
  first: Held,
): Promise<(next: Held) => Promise<void>> {
  const inBase64 = ({ jpeg }: Held) => Buffer.from(jpeg).toString('base64');
  const { width, height } = first;
  const camera = { width, height, jpeg: inBase64(first), rate: PICTURES_PER_SECOND };
  await page.addInitScript(replaceCamera, camera);
  return (next) => page.evaluate((jpeg) => window.hold(jpeg), inBase64(next));
}

/** Replaces the camera with a canvas. Runs in the page. */
function replaceCamera(camera: { width: number; height: number; jpeg: string; rate: number }) {
  const canvas = Object.assign(document.createElement('canvas'), camera);
  const context = canvas.getContext('2d');
  let held: HTMLImageElement | undefined;
  window.hold = async (jpeg) => {
    const next = new Image();
    next.src = `data:image/jpeg;base64,${jpeg}`;
    await next.decode();
    held = next;
  };
  navigator.mediaDevices.getUserMedia = async () => {
    if (!held) await window.hold(camera.jpeg);
    // Shifts the picture by a small random amount, since the hand's tremor makes every picture of a
    // real camera different.
    const draw = () => held && context?.drawImage(held, Math.random() / 2, Math.random() / 2);
    setInterval(draw, 1000 / camera.rate);
    return canvas.captureStream(camera.rate);
  };
}
