// Inside the document, before everything else (widget/first-view.ts): asks for the session behind a link while the
// page's script is still on its way. Says nothing about the answer; the main script waits for it.
import { isShutOut } from './embedding.ts';
import { readEntry } from './entry.ts';
import { askToOpen } from './request.ts';

declare global {
  interface Window {
    /** The answer that a link's session is asked for with, at most once. */
    opening?: Promise<Response>;
  }
}

const entry = readEntry(location.pathname);
if (entry.kind === 'link' && !isShutOut()) {
  window.opening = askToOpen(entry.token);
  // The main script hears of a failure; until then there is nobody.
  window.opening.catch(() => undefined);
}
