// Chooses the screen for the state, and keeps what surrounds every screen.
import { useEffect } from 'preact/hooks';
import type { Conductor } from './conductor.ts';
import { type FlowState, isRunning, type Page, pageKey, pageOf, stepOf } from './flow.ts';
import { Language } from './i18n/context.ts';
import type { Translate } from './i18n/translate.ts';
import { useLanguage } from './i18n/use-language.ts';
import { CancelControl } from './parts/cancel-dialog.tsx';
import { TopBar } from './parts/layout.tsx';
import { SandboxBar } from './parts/sandbox-bar.tsx';
import { Age, Liveness } from './screens/capture.tsx';
import { Camera, Preparing } from './screens/camera.tsx';
import { Blocked, Loading, Retry } from './screens/problem.tsx';
import { Expired, Verdict } from './screens/verdict.tsx';
import { Welcome } from './screens/welcome.tsx';
import { applyTheme } from './theme.ts';

export function App({
  conductor,
  state,
  texts,
}: {
  conductor: Conductor;
  state: FlowState;
  texts: Translate;
}) {
  const page = pageOf(state);
  const { view } = state;
  const { texts: t, choose } = useLanguage(view?.locale, texts);
  useEffect(() => {
    if (view) applyTheme(view.theme, view.site.color);
  }, [view?.theme, view?.site.color]);
  // The session's language is a moment away: rather the skeleton than two languages in a row.
  const shown: Page = t ? page : { name: 'loading' };
  const cancel = () => void conductor.cancel();
  const isOpen = view !== undefined && view.step !== 'done' && isRunning(shown);
  return (
    <Language.Provider value={t ?? texts}>
      <div class="page" data-page={shown.name}>
        <TopBar site={view?.site} step={stepOf(shown)} onLanguage={choose} />
        <main class="card">
          <Screen key={pageKey(shown)} page={shown} conductor={conductor} state={state} />
        </main>
        {isOpen && (
          <footer class="foot">
            <CancelControl site={view.site.name} isBusy={state.busy} onCancel={cancel} />
          </footer>
        )}
      </div>
      {isOpen && view.test && (
        <SandboxBar onSettle={(body) => void conductor.settleSandbox(body)} />
      )}
    </Language.Provider>
  );
}

function Screen({
  page,
  conductor,
  state,
}: {
  page: Page;
  conductor: Conductor;
  state: FlowState;
}) {
  const { engine, busy } = state;
  const startCamera = () => void conductor.startCamera();
  switch (page.name) {
    case 'loading':
      return <Loading />;
    case 'blocked': {
      const retry = () => void conductor.retry(page.block);
      return <Blocked block={page.block} isBusy={busy} onRetry={retry} />;
    }
    case 'welcome': {
      const consent = () => void conductor.consent();
      return <Welcome view={page.view} engine={engine} isBusy={busy} onConsent={consent} />;
    }
    case 'camera':
      return <Camera camera={page.camera} engine={engine} onStart={startCamera} />;
    case 'preparing':
      return <Preparing engine={engine} />;
    case 'liveness':
      return <Liveness conductor={conductor} />;
    case 'age':
      return <Age conductor={conductor} nonce={page.view.age_nonce ?? ''} />;
    case 'retry': {
      const tryAgain = () => conductor.tryAgain();
      return <Retry view={page.view} problem={page.problem} onRetry={tryAgain} />;
    }
    case 'verdict':
      return <Verdict view={page.view} />;
    case 'expired':
      return <Expired view={page.view} />;
  }
}
