// The frame of every screen: language, theme, the site's name, Cancel, and the warning before time
// runs out.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FlowState } from './state/flow.ts';
import { Language } from './i18n/context.ts';
import type { HostedTranslate } from './i18n/translate.ts';
import { wordsOf } from './i18n/load-language.ts';
import { useLanguage } from './i18n/use-language.ts';
import type { PageController } from './page-controller.ts';
import { isRunning, offersAssistance, type Page, pageKey, pageOf, stepOf } from './state/pages.ts';
import { CancelControl } from './parts/cancel-dialog.tsx';
import { TopBar } from './parts/layout.tsx';
import { PhoneLeft } from './parts/phone-left.tsx';
import { SandboxBar } from './parts/sandbox-bar.tsx';
import { TimeWarning } from './parts/time-dialog.tsx';
import { Screen } from './screen.tsx';
import { AssistanceLink } from './screens/assistance.tsx';
import { applyTheme } from './site/theme.ts';

interface AppProps {
  controller: PageController;
  state: FlowState;
  /** The texts in the browser's language, which the page uses at first. */
  texts: HostedTranslate;
}

export function App({ controller, state, texts }: AppProps) {
  const { flow, session } = controller;
  const { view, timeShort } = state;
  const { texts: t, choose } = useLanguage(view?.locale, texts, wordsOf(view));
  useEffect(() => {
    if (view) applyTheme(view.theme, view.site.color);
  }, [view?.theme, view?.site.color]);
  // The skeleton is shown while the session's language loads, so that the language does not change
  // on screen.
  const page: Page = t ? pageOf(state) : { name: 'loading' };
  const key = pageKey(page);
  // The first page replaces the skeleton; only later pages are animated.
  const first = useRef<string | undefined>(undefined);
  if (page.name !== 'loading') first.current ??= key;
  const isOpen = view !== undefined && view.step !== 'done' && isRunning(page);
  const [isCanceling, setCanceling] = useState(false);
  const isWarned = isOpen && view.active && timeShort !== undefined && !timeShort.isRead;
  const isBusy = state.busy;
  return (
    <Language.Provider value={t ?? texts}>
      <div class="page" data-page={page.name} data-later={key !== first.current}>
        <TopBar view={view} step={stepOf(page)} onLanguage={choose} />
        <main class="card">
          {state.phoneLeft && <PhoneLeft />}
          <Screen key={key} {...{ page, controller, state }} isHeld={isWarned || isCanceling} />
        </main>
        {isOpen && (
          <Foot {...{ controller, page, isBusy }} site={view.site.name} onHold={setCanceling} />
        )}
      </div>
      {view && (isOpen ? view.test : view.preview) && (
        <SandboxBar
          isPreview={view.preview === true}
          isOfFace={view.request.purpose === 'face_check'}
          onSettle={isOpen ? (body) => void session.settleSandbox(body) : undefined}
        />
      )}
      {isOpen && (
        <TimeWarning
          warning={isWarned ? timeShort : undefined}
          extensionsLeft={view.extensions_left}
          site={view.site.name}
          isBusy={isBusy}
          onExtend={() => void session.extend()}
          onClose={() => flow.dispatch({ type: 'time_read' })}
        />
      )}
    </Language.Provider>
  );
}

interface FootProps extends Pick<AppProps, 'controller'> {
  page: Page;
  site: string;
  isBusy: boolean;
  /**
   * Called with true when the cancel dialog opens, and with false once it is closed and no
   * cancellation is being sent.
   */
  onHold: (isOpen: boolean) => void;
}

/** The ways to leave a running session. */
function Foot({ controller, page, ...control }: FootProps) {
  const { flow, session } = controller;
  return (
    <footer class="foot">
      {offersAssistance(page) && (
        <AssistanceLink onPress={() => flow.dispatch({ type: 'assisting', on: true })} />
      )}
      <CancelControl {...control} onCancel={() => session.cancel()} />
    </footer>
  );
}
