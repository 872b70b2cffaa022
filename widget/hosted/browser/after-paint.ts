// Defers work that must not delay the first paint.

/**
 * Runs the task once the browser has painted, or immediately on a hidden page, which is not
 * painted.
 */
export function afterPaint(task: () => void): void {
  if (document.hidden) task();
  else requestAnimationFrame(() => setTimeout(task));
}
