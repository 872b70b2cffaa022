import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { FAKE_CAMERA, launchQuickBrowser } from '../support/browser/chromium.ts';
import { announce } from '../support/browser/customer.ts';
import { seeMessage } from '../support/browser/hosted-page.ts';
import { arrive, begin } from '../support/browser/visitor.ts';

/** Time for scripts to compile and frame buffers to fill. */
const WARM_UP_MS = 6_000;
const WATCH_MS = 10_000;
/**
 * A leaked picture takes 0.7 MB, so five leaked pictures among all those that are measured within
 * WATCH_MS exceed this limit.
 */
const MAX_GROWTH_BYTES = 3_000_000;

/** Records the engine's wasm memory. Runs in the worker, before its own script. */
function noteWasmMemory(): void {
  const Original = WebAssembly.Instance;
  Object.assign(WebAssembly, {
    Instance: class extends Original {
      constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
        super(module, imports);
        Object.assign(globalThis, { wasmMemory: this.exports['memory'] });
      }
    },
  });
}

interface Use {
  script: number;
  wasm: number;
}

/** Measures the memory of the page and its worker, in bytes, after a garbage collection. */
async function measureUse(page: Page): Promise<Use> {
  const measure = () => {
    const scope = globalThis as { gc?: () => void; wasmMemory?: WebAssembly.Memory };
    scope.gc?.();
    const { memory } = performance as Performance & { memory?: { usedJSHeapSize: number } };
    return { script: memory?.usedJSHeapSize ?? 0, wasm: scope.wasmMemory?.buffer.byteLength ?? 0 };
  };
  const uses = await Promise.all([
    page.evaluate(measure),
    ...page.workers().map((worker) => worker.evaluate(measure)),
  ]);
  const total = (part: keyof Use) => uses.reduce((sum, use) => sum + use[part], 0);
  return { script: total('script'), wasm: total('wasm') };
}

test('memory does not grow while a person is in front of the camera', async () => {
  const { verify_url: url } = await announce();
  const own = await launchQuickBrowser([FAKE_CAMERA, '--js-flags=--expose-gc']);
  try {
    // With two faces in view, the engine is fully busy and no challenge starts.
    const { page } = await arrive(own, {
      camera: { scene: 'two' },
      reducedMotion: 'no-preference',
    });
    await page.route('**/assets/worker-*.js', async (route) => {
      const response = await route.fetch();
      const body = `(${noteWasmMemory.toString()})();${await response.text()}`;
      await route.fulfill({ response, body });
    });
    await page.goto(url);
    await begin(page);
    await seeMessage(page, 'two_faces');
    await page.waitForTimeout(WARM_UP_MS);
    const before = await measureUse(page);
    await page.waitForTimeout(WATCH_MS);
    const after = await measureUse(page);
    expect(Math.min(before.script, before.wasm)).toBeGreaterThan(1_000_000);
    expect(after.script - before.script).toBeLessThan(MAX_GROWTH_BYTES);
    expect(after.wasm).toBe(before.wasm);
  } finally {
    await own.close();
  }
});
