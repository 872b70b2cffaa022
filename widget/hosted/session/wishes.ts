// Remembers the visitor's preferences across reloads, in the state of the tab's history. They are
// lost when the tab closes, and are never sent to a server.

/** `relaxed`: more time for the movements. `unlit`: no coloured light from the screen. */
type Wish = 'relaxed' | 'unlit';

export function remember(wish: Wish, isWanted: boolean): void {
  history.replaceState({ ...wishes(), [wish]: isWanted }, '');
}

export const isWanted = (wish: Wish): boolean => wishes()[wish] === true;

function wishes(): { [wish in Wish]?: unknown } {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? state : {};
}
