// Renders the passes page, with a script that only this page loads.

export function showPasses(root: Document): void {
  const place = root.querySelector<HTMLElement>('[data-passes]');
  if (place === null) return;
  void import('../hosted/passes/page.tsx').then(({ drawPasses }) => drawPasses(place));
}
