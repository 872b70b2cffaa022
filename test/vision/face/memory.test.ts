import { expect, test } from 'vitest';
import { engineModules, loadEngine } from '../../support/puppet/engine-for-node.ts';
import { loadPhoto } from '../../support/puppet/stills.ts';

test('the initially reserved heap is sufficient, and no tensor outlives its call', async () => {
  const engine = await loadEngine();
  const { startWasmBackend, tensorBackend } = await engineModules();
  const portrait = await loadPhoto('human');
  const weights = tensorBackend().numDataIds();
  expect(weights).toBeGreaterThan(0);
  for (let i = 0; i < 12; i++) {
    // `track` searches thoroughly in the first round and quickly in all later rounds.
    const reading = engine.track(portrait, { detectEvery: 1 });
    if (reading) engine.estimateAge(portrait, reading);
    engine.detect(portrait);
  }
  expect(tensorBackend().numDataIds()).toBe(weights);
  // A second start returns the existing backend, so an empty module makes no difference.
  const empty = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  const backend = await startWasmBackend(empty);
  expect(backend.heapBytes()).toBe(40 * 1024 * 1024);
});
