// The environment of a process that runs test files from test/browser. It has its own browsers,
// each launched when a file first needs it. Test files reach them through `useBrowser` and
// `useCameraBrowser` (visitor.ts).
import type { Browser } from 'playwright-core';
import type { Environment } from 'vitest/runtime';
import { launchCameraBrowser, launchQuickBrowser, FAKE_CAMERA } from './chromium.ts';

interface OwnBrowsers {
  /** Returns a browser whose pages have a puppet's camera, or no camera. */
  withoutWindows: () => Promise<Browser>;
  /**
   * Returns a browser whose pages are granted or refused the browser's own camera, as in real use.
   */
  withCamera: () => Promise<Browser>;
}

declare global {
  var ownBrowsers: OwnBrowsers;
}

export default {
  name: 'chromium',
  viteEnvironment: 'ssr',
  setup() {
    const started = new Set<Promise<Browser>>();
    const once = (launch: () => Promise<Browser>) => {
      let browser: Promise<Browser> | undefined;
      return () => {
        browser ??= launch();
        started.add(browser);
        return browser;
      };
    };
    globalThis.ownBrowsers = {
      withoutWindows: once(() => launchQuickBrowser([FAKE_CAMERA])),
      withCamera: once(launchCameraBrowser),
    };
    const teardown = async (): Promise<void> => {
      await Promise.allSettled([...started].map(async (browser) => (await browser).close()));
    };
    return { teardown };
  },
} satisfies Environment;
