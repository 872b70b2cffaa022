// The root component of both consoles, loaded by opening.ts. It provides the language and the
// session, and shows the sign-in to anyone who is not signed in.
import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { createRoot } from 'react-dom/client';
import { Router, useLocation } from 'wouter';
import { useBrowserLocation, type BrowserLocationHook } from 'wouter/use-browser-location';
import { Session, useConsole, useSessionState } from './session/context.ts';
import type { ConsoleName, SessionKeeper } from './session/keeper.ts';
import { noteNavigation } from './shell/navigation-focus.ts';
import { SSO_RETURN, TRIED } from './sign-in/addresses.ts';
import { SignIn } from './sign-in/sign-in.tsx';
import { TestSessionEnded } from './sign-in/test-session-ended.tsx';
import { SpokenLanguage, useLanguage, useTexts } from './texts/context.ts';
import {
  keepLanguage,
  loadTexts,
  markDocument,
  type ConsoleLanguage,
  type LoadMessages,
  type ConsoleTexts,
} from './texts/languages.ts';
import { Boundary } from './ui/boundary.tsx';
import { Button } from './ui/button.tsx';
import { Note, Waiting } from './ui/note.tsx';
import { tolerateTranslatedNodes, updateTranslatedTexts } from '../translated-texts.ts';

const SsoReturn = lazy(async () => ({
  default: (await import('./sign-in/sso-return.tsx')).SsoReturn,
}));

/** How a console loads the parts that are shown only after sign-in. */
export interface InsideParts {
  /** Loaders of the console's own texts, by file path. */
  messages: LoadMessages;
  /** Loads the content that is shown after sign-in. */
  inside: () => Promise<{ default: ComponentType }>;
}

interface Started extends InsideParts {
  name: ConsoleName;
  keeper: SessionKeeper;
  first: AppProps['first'];
}

/** Renders the console in the document's `#console` element. */
export function showConsole({ name, keeper, first, messages, inside }: Started): void {
  globalThis.addEventListener('popstate', noteNavigation);
  const place = document.querySelector('#console');
  if (place === null) throw new Error('The document has no place for the console.');
  updateTranslatedTexts(place);
  tolerateTranslatedNodes();
  createRoot(place).render(
    <Session value={{ name, keeper }}>
      <App first={first} parts={{ messages, inside }} />
    </Session>,
  );
}

interface AppProps {
  first: { language: ConsoleLanguage; t: ConsoleTexts };
  parts: InsideParts;
}

function App({ first, parts }: AppProps) {
  const { name } = useConsole();
  const [spoken, setSpoken] = useState(first);
  const { language, t } = spoken;
  // The document's direction changes together with the page, not earlier: React may interrupt a
  // render, and the old texts would then appear in the new direction for a moment.
  useLayoutEffect(() => markDocument(language), [language]);
  const choose = (wanted: ConsoleLanguage) => {
    keepLanguage(wanted);
    loadTexts(wanted).then(
      (texts) => setSpoken({ language: wanted, t: texts }),
      () => undefined,
    );
  };
  return (
    <SpokenLanguage value={{ t, language, choose }}>
      <Router base={`/${name}`} hook={useNotedLocation}>
        <Boundary>
          <Door parts={parts} />
        </Boundary>
      </Router>
    </SpokenLanguage>
  );
}

/** Notes each navigation inside the console, so that the new page takes focus. */
const useNotedLocation: BrowserLocationHook = (options) => {
  const [location, navigate] = useBrowserLocation(options);
  const noted: typeof navigate = (...to) => {
    noteNavigation();
    navigate(...to);
  };
  return [location, noted];
};

function Door({ parts: { messages, inside } }: { parts: InsideParts }) {
  const state = useSessionState();
  const { name } = useConsole();
  const [location] = useLocation();
  const Inside = useMemo(() => lazy(inside), [inside]);
  if (name === 'dashboard' && location === TRIED) return <TestSessionEnded />;
  if (state.phase === 'lost') return <Lost />;
  if (location === SSO_RETURN && state.phase !== 'in')
    return (
      <Suspense fallback={<Starting />}>
        <OwnTexts messages={messages}>
          <SsoReturn />
        </OwnTexts>
      </Suspense>
    );
  if (state.phase !== 'in') return <SignIn hasEnded={state.phase === 'ended'} />;
  return (
    <Suspense fallback={<Starting />}>
      <OwnTexts messages={messages}>
        <Inside />
      </OwnTexts>
    </Suspense>
  );
}

/**
 * The console's own texts, which the sign-in does not need. The previous language's texts stay
 * until the new texts are loaded.
 */
function OwnTexts({ messages, children }: { messages: LoadMessages; children: ReactNode }) {
  const spoken = useLanguage();
  const { language } = spoken;
  const [t, setTexts] = useState<ConsoleTexts>();
  useEffect(() => {
    let isWanted = true;
    const keep = (texts: ConsoleTexts) => isWanted && setTexts(() => texts);
    const fail = (error: unknown) =>
      setTexts(() => {
        throw error;
      });
    loadTexts(language, messages).then(keep, fail);
    return () => {
      isWanted = false;
    };
  }, [language, messages]);
  if (t === undefined) return <Starting />;
  return <SpokenLanguage value={{ ...spoken, t }}>{children}</SpokenLanguage>;
}

const Starting = () => (
  <main className="alone">
    <Waiting />
  </main>
);

function Lost() {
  const t = useTexts();
  const { keeper } = useConsole();
  return (
    <main className="alone">
      <Note tone="warn" title={t('error.offline')}>
        <p>{t('error.offline_text')}</p>
        <Button look="primary" onPress={() => void keeper.start()}>
          {t('error.retry')}
        </Button>
      </Note>
    </main>
  );
}
