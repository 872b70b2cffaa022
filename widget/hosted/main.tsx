// Entry point of the hosted page: loads its language and the session behind the link (requested by
// opening.ts) in parallel.
import '../styles/tokens.css';
import '../styles/page.css';
import '../styles/parts.css';
import '../styles/welcome.css';
import '../styles/notices.css';
import '../styles/overlays.css';
import '../styles/capture.css';
import '../styles/handoff.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { embedding, isCameraBlocked, forwardEscape } from './site/embedding.ts';
import { readEntry } from './session/entry.ts';
import { loadLanguage, pickLanguage } from './i18n/load-language.ts';
import type { HostedTranslate } from './i18n/translate.ts';
import { updateTranslatedTexts } from '../translated-texts.ts';
import { PageController } from './page-controller.ts';
import { pageOf } from './state/pages.ts';

/** How long the skeleton is on screen before "loading" is announced to screen readers. */
const SKELETON_MS = 250;

async function start(root: HTMLElement): Promise<void> {
  // The element's texts are for browsers that cannot run this script.
  document.getElementById('too-old')?.remove();
  if (embedding) {
    addEventListener('keydown', forwardEscape);
    if (isCameraBlocked()) return embedding.post({ type: 'no_camera' });
  }
  const entry = readEntry(location.pathname);
  const language = pickLanguage(navigator.languages);
  let texts: HostedTranslate | undefined;
  let isDrawn = false;
  const draw = () => {
    if (!texts) return;
    // The first rendering replaces the document's skeleton.
    if (!isDrawn) root.textContent = '';
    isDrawn = true;
    render(<App controller={controller} state={controller.flow.state} texts={texts} />, root);
  };
  const update = () => {
    const { state } = controller.flow;
    if (isDrawn || pageOf(state).name !== 'loading') draw();
    embedding?.update(state);
  };
  updateTranslatedTexts(root);
  const controller = new PageController(entry, update);
  const opened = controller.open();
  texts = await loadLanguage(language).catch(() => loadLanguage('en'));
  update();
  setTimeout(() => isDrawn || draw(), SKELETON_MS);
  await opened;
}

const root = document.getElementById('app');
if (root) void start(root);
