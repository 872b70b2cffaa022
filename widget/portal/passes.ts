// The page of passes: its script is loaded there alone.

export function showPasses(root: Document): void {
  const place = root.querySelector<HTMLElement>('[data-passes]');
  if (place === null) return;
  void import('../hosted/passes/page.tsx').then(({ drawPasses }) => drawPasses(place));
}
