// Measures how soon the pages other than the hosted page are usable on Slow 4G, with this machine's
// CPU and with a CPU four times slower, which is Lighthouse's mobile profile. A console is usable
// once its form accepts input, and a text page once its text is on screen.
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../test/support/browser/chromium.ts';
import { Network, PROFILES } from '../../test/support/browser/network.ts';
import type { Demo } from '../../test/support/browser/running-demo.ts';
import { inKilobytes, inMs, printFigure, printTitle, quantile } from '../report.ts';

/** The CPU slowdown factors: this machine, and Lighthouse's mobile profile. */
const FACTORS = [1, 4];
const VISITS = 5;

interface OtherPage {
  path: string;
  /** A selector for an element that is visible once the page is usable. */
  shows: string;
  isForm: boolean;
  wantedMs: number;
}

const PAGES: readonly OtherPage[] = [
  { path: '/dashboard', shows: 'input[type=email]', isForm: true, wantedMs: 2000 },
  { path: '/admin', shows: 'input[type=email]', isForm: true, wantedMs: 2000 },
  { path: '/', shows: 'h1', isForm: false, wantedMs: 3000 },
  { path: '/docs', shows: 'h1', isForm: false, wantedMs: 3000 },
  { path: '/docs/quickstart', shows: 'h1', isForm: false, wantedMs: 3000 },
  { path: '/docs/decisions/sessions', shows: 'h1', isForm: false, wantedMs: 3000 },
  { path: '/docs/reference/verification', shows: 'h1', isForm: false, wantedMs: 3000 },
  { path: '/docs/age-truth', shows: 'h1', isForm: false, wantedMs: 3000 },
];

export async function benchOtherPages(demo: Demo): Promise<void> {
  const network = await Network.start(demo.base_url);
  try {
    network.profile = PROFILES.slow4g;
    for (const factor of FACTORS) {
      printTitle(`Other pages, Slow 4G, a processor ${factor} times as slow`);
      for (const page of PAGES) await benchPage(network, demo, page, factor);
    }
  } finally {
    network.close();
  }
}

async function benchPage(
  network: Network,
  demo: Demo,
  page: OtherPage,
  factor: number,
): Promise<void> {
  const visits: { ms: number; bytes: number }[] = [];
  for (let i = 0; i < VISITS; i += 1) visits.push(await measure(network, demo, page, factor));
  const times = visits.map(({ ms }) => ms);
  const bytes = visits[0]?.bytes ?? 0;
  const figure = `${inMs(quantile(times, 0.5))}, ${inMs(Math.max(...times))}`;
  printFigure(
    `${page.path}, ${inKilobytes(bytes)}: median, slowest`,
    figure,
    `${page.wantedMs} ms`,
  );
}

async function measure(
  network: Network,
  demo: Demo,
  { path, shows, isForm }: OtherPage,
  factor: number,
) {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: factor });
    network.forget();
    await page.goto(network.via(`${demo.base_url}${path}`), { waitUntil: 'commit' });
    const ms = await whenUsable(page, shows, isForm);
    return { ms, bytes: network.passages.reduce((sum, passage) => sum + passage.bytes, 0) };
  } finally {
    await browser.close();
  }
}

/** @returns when the page became usable, in ms since navigation began, by the page's own clock */
async function whenUsable(page: Page, shows: string, isForm: boolean): Promise<number> {
  const place = page.locator(shows).first();
  await place.waitFor();
  if (isForm) await place.fill('somebody@example.com');
  return page.evaluate(() => performance.now());
}
