// Entry of the hosted page: its language and the session behind the link, asked for side by side.
import '../styles/tokens.css';
import '../styles/page.css';
import '../styles/parts.css';
import '../styles/notices.css';
import '../styles/overlays.css';
import '../styles/capture.css';
import '../styles/handoff.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { Conductor } from './conductor.ts';
import { embedding, mayUseCamera, passOnEscape } from './embedding.ts';
import { readEntry } from './entry.ts';
import { loadLanguage, pickLanguage } from './i18n/load-language.ts';
import type { Translate } from './i18n/translate.ts';

async function start(root: HTMLElement): Promise<void> {
  if (embedding) {
    addEventListener('keydown', passOnEscape);
    // The link stays unused, for a tab of its own.
    if (!mayUseCamera()) return embedding.tell({ type: 'no_camera' });
  }
  const entry = readEntry(location.pathname);
  const language = pickLanguage(navigator.languages);
  let texts: Translate | undefined;
  const draw = () => {
    // Until there are words the page shows the skeleton it came with.
    if (texts) render(<App conductor={conductor} state={conductor.state} texts={texts} />, root);
    embedding?.follow(conductor.state);
  };
  const conductor = new Conductor(entry, draw);
  const opened = conductor.open();
  texts = await loadLanguage(language).catch(() => loadLanguage('en'));
  root.replaceChildren();
  draw();
  await opened;
}

const root = document.getElementById('app');
if (root) void start(root);
