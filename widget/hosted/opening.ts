// Runs inside the document, before everything else (widget/first-view.ts). While the main script is
// still loading, it requests what that script will need: the session behind a link and the
// visitor's language. It does not use the responses. A browser that cannot run the check requests
// no session.
import { findLack } from './browser/support.ts';
import { requestOpening } from './requests/api.ts';
import { embedding, isCameraBlocked } from './site/embedding.ts';
import { readEntry } from './session/entry.ts';
import { pickTag } from './i18n/pick-tag.ts';

embedding?.post({ type: 'hello' });

const entry = readEntry(location.pathname);
if (entry.kind === 'link' && !isCameraBlocked() && findLack() === undefined) {
  window.opening = requestOpening(entry.token);
  // The main script handles a failure; until it runs, the rejection must not count as unhandled.
  window.opening.catch(() => undefined);
}

const tag = pickTag(navigator.languages, ['en', ...Object.keys(LANGUAGE_FILES)]);
const file = LANGUAGE_FILES[tag ?? 'en'];
if (file !== undefined) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = file;
  document.head.append(link);
}
