// The page of passes, the only one that loads this script.

export function showPasses(root: Document): void {
  const place = root.querySelector<HTMLElement>('[data-passes]');
  if (place === null) return;
  void import('../hosted/passes/page.tsx').then(({ drawPasses }) => drawPasses(place));
}
