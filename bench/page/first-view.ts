// Measures the first contentful paint and the first text on the slow networks that Lighthouse
// simulates. Both times come from the browser's paint timing, so they are when content appeared on
// screen, not when the script finished.
import { launchBrowser } from '../../test/support/browser/chromium.ts';
import { Network, PROFILES, type Passage } from '../../test/support/browser/network.ts';
import type { Demo } from '../../test/support/browser/running-demo.ts';
import { inKilobytes, inMs, inSeconds, printFigure, printTitle, quantile } from '../report.ts';
import { announce, notesOf, visit } from './visitor.ts';

const LABELS: Record<keyof typeof PROFILES, string> = {
  slow4g: 'Slow 4G (150 ms round trip, 1.6 Mbit/s)',
  regular3g: 'Regular 3G (300 ms, 700 kbit/s)',
  slow3g: 'Slow 3G (400 ms, 400 kbit/s)',
};
/** The number of visits per network; the median of their figures is printed. */
const VISITORS = 7;

interface View {
  skeletonMs: number;
  welcomeMs: number;
  bytes: number;
}

export async function benchFirstView(demo: Demo): Promise<void> {
  const network = await Network.start(demo.base_url);
  try {
    // The first visit is not counted, because a service that has just started still has to compile
    // code.
    await look(demo, network);
    for (const [name, profile] of Object.entries(PROFILES)) {
      printTitle(`First view, ${LABELS[name as keyof typeof PROFILES]}`);
      network.profile = profile;
      const views: View[] = [];
      for (let i = 0; i < VISITORS; i += 1) views.push(await look(demo, network));
      const goal = name === 'slow4g' ? '1000 ms' : undefined;
      const middle = (key: keyof View) =>
        quantile(
          views.map((view) => view[key]),
          0.5,
        );
      printFigure('bytes of the first view', inKilobytes(middle('bytes')), '60 kB');
      printFigure('skeleton on screen', inMs(middle('skeletonMs')), goal);
      printFigure('welcome on screen', inMs(middle('welcomeMs')), goal);
      const { bytes, readyMs } = await waitForEngine(demo, network);
      printFigure('bytes of engine and models', inKilobytes(bytes));
      printFigure('engine ready, behind the welcome', inSeconds(readyMs));
    }
  } finally {
    network.close();
  }
}

/** Opens the page without the probe, which would delay the start of the page. */
async function look(demo: Demo, network: Network): Promise<View> {
  const url = await announce(demo);
  network.forget();
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: 'en-GB',
    });
    const page = await context.newPage();
    await page.goto(network.via(url), { waitUntil: 'commit' });
    await page.locator('[data-page="welcome"]').waitFor();
    const bytes = sumBytes(network.passages, /\/v\/|\/assets\/(?!worker)/);
    const [skeletonMs, welcomeMs] = await page.evaluate(readPaints);
    return { skeletonMs, welcomeMs, bytes };
  } finally {
    await browser.close();
  }
}

/**
 * Runs in the page. The skeleton consists only of shapes and an icon, so the first text that is
 * painted belongs to the welcome page.
 * @returns the times of the first contentful paint and of the first text
 */
async function readPaints(): Promise<[number, number]> {
  const first = (type: string): Promise<number> =>
    new Promise((resolve) => {
      const observer = new PerformanceObserver((list) => {
        for (const { name, startTime } of list.getEntries())
          if (name !== 'first-paint') resolve(startTime);
      });
      observer.observe({ type, buffered: true });
    });
  return [await first('paint'), await first('largest-contentful-paint')];
}

async function waitForEngine(demo: Demo, network: Network) {
  const url = await announce(demo);
  network.forget();
  const { browser, page } = await visit();
  try {
    await page.goto(network.via(url), { waitUntil: 'commit' });
    await page.waitForFunction(() => window.notes.engineReadyMs !== undefined);
    const { engineReadyMs: readyMs = Number.NaN } = await notesOf(page);
    return { readyMs, bytes: sumBytes(network.passages, /\/models\/|\/worker/) };
  } finally {
    await browser.close();
  }
}

const sumBytes = (passages: readonly Passage[], path: RegExp): number =>
  passages.filter((each) => path.test(each.path)).reduce((sum, { bytes }) => sum + bytes, 0);
