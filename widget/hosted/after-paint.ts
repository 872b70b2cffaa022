// Work that nobody should have to wait for.

/** Lets what was just drawn be seen first; a hidden page has nobody to see it. */
export function afterPaint(task: () => void): void {
  if (document.hidden) task();
  else requestAnimationFrame(() => setTimeout(task));
}
