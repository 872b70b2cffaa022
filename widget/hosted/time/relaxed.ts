// Remembers across a reload that the person wants more time for the movements: in the tab's own history, which ends with
// the tab and is never sent.

export function rememberRelaxed(): void {
  history.replaceState({ relaxed: true }, '');
}

export function wasRelaxed(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'relaxed' in state;
}
