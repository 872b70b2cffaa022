// Inside the document, before everything else (widget/first-view.ts): asks for what the main script will need while
// that is still on its way, the session behind a link and the visitor's language. Does nothing with the answers.
import { isShutOut } from './embedding.ts';
import { readEntry } from './entry.ts';
import { pickTag } from './i18n/pick-tag.ts';
import { askToOpen } from './request.ts';

const entry = readEntry(location.pathname);
if (entry.kind === 'link' && !isShutOut()) {
  window.opening = askToOpen(entry.token);
  // The main script hears of a failure; until then there is nobody.
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
