// What a visitor changes around a state from inside the page. Both run there through `page.evaluate`, know nothing of this file,
// and do all of it in one call: each costs several milliseconds in all the processes it passes.
import type { Device, GalleryWindow } from './stand-in-camera.ts';

export interface Size {
  width: number;
  height: number;
}

interface SpeechOrder {
  language: string;
  device: Device | undefined;
  /** Until the page has failed. */
  ms: number;
}

/**
 * By the page's own menu, until all of the page speaks the language.
 * @throws Error when it does not in time: the page's timeouts are the state's, but a posted task keeps real time
 */
export async function speakIn({ language, device, ms }: SpeechOrder): Promise<void> {
  if (device) (window as unknown as GalleryWindow).gallery.become(device);
  const menu = document.querySelector<HTMLSelectElement>('.language select');
  if (!menu) throw new Error('The page has no language menu.');
  menu.value = language;
  menu.dispatchEvent(new Event('change', { bubbles: true }));
  // A part of the page has texts of its own.
  const isSpoken = () =>
    document.documentElement.lang === language &&
    !document.querySelector(`.part:not([lang="${language}"])`);
  await new Promise<void>((resolve, reject) => {
    const look = (_?: unknown, observer?: MutationObserver) => {
      if (!isSpoken()) return;
      observer?.disconnect();
      resolve();
    };
    const what = { subtree: true, childList: true, attributes: true, attributeFilter: ['lang'] };
    new MutationObserver(look).observe(document, what);
    look();
    const late = new Error(`The page did not come to speak ${language}.`);
    void scheduler.postTask(() => reject(late), { delay: ms });
  });
  // Until what follows from it is done, too.
  await scheduler.postTask(() => undefined, { priority: 'background' });
}

/** Until what the page draws is on the screen. @returns the whole page's size in CSS pixels */
export async function settleIn(device: Device | undefined): Promise<Size> {
  if (device) (window as unknown as GalleryWindow).gallery.become(device);
  scrollTo(0, 0);
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
  const { scrollWidth, scrollHeight } = document.documentElement;
  return { width: scrollWidth, height: scrollHeight };
}
