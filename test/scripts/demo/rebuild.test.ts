import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterQuiet } from '../../../scripts/demo/rebuild.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('several changes in a row lead to one run, after the last of them', async () => {
  const task = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const change = afterQuiet(100, task);
  for (let i = 0; i < 5; i += 1) {
    change();
    await vi.advanceTimersByTimeAsync(60);
  }
  expect(task).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(40);
  expect(task).toHaveBeenCalledOnce();
  change();
  await vi.advanceTimersByTimeAsync(100);
  expect(task).toHaveBeenCalledTimes(2);
});

test('changes during a run lead to one more run afterwards, never to two at once', async () => {
  let running = 0;
  let runs = 0;
  const change = afterQuiet(100, async () => {
    running += 1;
    runs += 1;
    expect(running).toBe(1);
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
    running -= 1;
  });
  change();
  await vi.advanceTimersByTimeAsync(200);
  for (let i = 0; i < 3; i += 1) {
    change();
    await vi.advanceTimersByTimeAsync(150);
  }
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toBe(2);
});
