// Remembers the visitor's preferences across a reload, in the tab's own history, which ends with
// the tab and is never sent.

/** More time for the movements; a screen that keeps its colours. */
type Wish = 'relaxed' | 'unlit';

export function remember(wish: Wish, isWanted: boolean): void {
  history.replaceState({ ...wishes(), [wish]: isWanted }, '');
}

export const isWanted = (wish: Wish): boolean => wishes()[wish] === true;

function wishes(): { [wish in Wish]?: unknown } {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? state : {};
}
