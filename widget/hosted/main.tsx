// Entry of the hosted page: language first, then the session behind the link.
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
import { readEntry } from './entry.ts';
import { loadLanguage, pickLanguage } from './i18n/load-language.ts';

async function start(root: HTMLElement): Promise<void> {
  const entry = readEntry(location.pathname);
  const draw = () => {
    render(<App conductor={conductor} state={conductor.state} texts={texts} />, root);
  };
  const conductor = new Conductor(entry, () => draw());
  const language = pickLanguage(navigator.languages);
  const texts = await loadLanguage(language).catch(() => loadLanguage('en'));
  draw();
  await conductor.open();
}

const root = document.getElementById('app');
if (root) void start(root);
