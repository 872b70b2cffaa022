// What a visitor sees first, and when, over networks as slow as Lighthouse's.
import { Network, PROFILES, type Passage } from '../test/support/browser/network.ts';
import type { Demo } from '../test/support/browser/running-demo.ts';
import { inKilobytes, inMs, inSeconds, printFigure, printTitle } from './report.ts';
import { announce, notesOf, visit } from './visitor.ts';

const LABELS: Record<keyof typeof PROFILES, string> = {
  slow4g: 'Slow 4G (150 ms round trip, 1.6 Mbit/s)',
  regular3g: 'Regular 3G (300 ms, 700 kbit/s)',
  slow3g: 'Slow 3G (400 ms, 400 kbit/s)',
};

export async function benchFirstView(demo: Demo): Promise<void> {
  const network = await Network.start(demo.base_url);
  try {
    // Nobody's first visitor: a service that was just started compiles its first answers.
    await measure(demo, network);
    for (const [name, profile] of Object.entries(PROFILES)) {
      printTitle(`First view, ${LABELS[name as keyof typeof PROFILES]}`);
      network.profile = profile;
      print(await measure(demo, network), name === 'slow4g');
    }
  } finally {
    network.close();
  }
}

async function measure(demo: Demo, network: Network) {
  const url = await announce(demo);
  network.forget();
  const { browser, page } = await visit();
  try {
    await page.goto(network.via(url), { waitUntil: 'commit' });
    await page.locator('[data-page="welcome"]').waitFor();
    const paints = await page.evaluate(() =>
      performance.getEntriesByType('paint').map(({ name, startTime }) => ({ name, startTime })),
    );
    const first = [...network.passages];
    await page.waitForFunction(() => window.notes.engineReadyMs !== undefined);
    const { pages, engineReadyMs } = await notesOf(page);
    const paintMs = paints.find(({ name }) => name === 'first-paint')?.startTime;
    return { paintMs, pages, engineReadyMs, first, all: [...network.passages] };
  } finally {
    await browser.close();
  }
}

function print(
  { paintMs = 0, pages, engineReadyMs = 0, first, all }: Awaited<ReturnType<typeof measure>>,
  hasGoal: boolean,
): void {
  const bytes = (passages: Passage[]) => passages.reduce((sum, each) => sum + each.bytes, 0);
  const isView = ({ path }: Passage) => /\/v\/|\.css$|\/assets\/(?!worker)/.test(path);
  const isEngine = ({ path }: Passage) => /\/models\/|\/worker/.test(path);
  const welcomeMs = pages['welcome'] ?? 0;
  printFigure('bytes of the first view', inKilobytes(bytes(first.filter(isView))), '60 kB');
  printFigure('skeleton on screen', inMs(paintMs), hasGoal ? '1000 ms' : undefined);
  printFigure('welcome on screen', inMs(welcomeMs), hasGoal ? '1000 ms' : undefined);
  printFigure('bytes of engine and models', inKilobytes(bytes(all.filter(isEngine))));
  printFigure('engine ready, behind the welcome', inSeconds(engineReadyMs));
}
