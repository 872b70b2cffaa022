// What surrounds every screen: language, theme, the site's name, Cancel, and the warning before the time is up.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FlowState } from './state/flow.ts';
import { Language } from './i18n/context.ts';
import type { Translate } from './i18n/translate.ts';
import { wordsOf } from './i18n/load-language.ts';
import { useLanguage } from './i18n/use-language.ts';
import type { PageController } from './page-controller.ts';
import {
  isRunning,
  offersAssistance,
  type Page,
  pageKey,
  pageOf,
  stepOf,
  stepsOf,
} from './state/pages.ts';
import { CancelControl } from './parts/cancel-dialog.tsx';
import { TopBar } from './parts/layout.tsx';
import { PhoneLeft } from './parts/phone-left.tsx';
import { SandboxBar } from './parts/sandbox-bar.tsx';
import { TimeWarning } from './parts/time-dialog.tsx';
import { Screen } from './screen.tsx';
import { AssistanceLink } from './screens/assistance.tsx';
import { applyTheme } from './site/theme.ts';

export function App({
  controller,
  state,
  texts,
}: {
  controller: PageController;
  state: FlowState;
  texts: Translate;
}) {
  const { flow, session } = controller;
  const page = pageOf(state);
  const { view, timeShort } = state;
  const { texts: t, choose } = useLanguage(view?.locale, texts, wordsOf(view));
  useEffect(() => {
    if (view) applyTheme(view.theme, view.site.color);
  }, [view?.theme, view?.site.color]);
  // While the session's language loads: rather the skeleton than two languages in a row.
  const shown: Page = t ? page : { name: 'loading' };
  // The first page replaces the skeleton; only later pages are animated.
  const first = useRef<string | undefined>(undefined);
  if (shown.name !== 'loading') first.current ??= pageKey(shown);
  const isOpen = view !== undefined && view.step !== 'done' && isRunning(shown);
  const [isCanceling, setCanceling] = useState(false);
  const isWarned = isOpen && view.active && timeShort !== undefined && !timeShort.isRead;
  return (
    <Language.Provider value={t ?? texts}>
      <div class="page" data-page={shown.name} data-later={pageKey(shown) !== first.current}>
        <TopBar
          site={view?.site}
          step={stepOf(shown)}
          steps={view ? stepsOf(view) : []}
          onLanguage={choose}
        />
        <main class="card">
          {state.phoneLeft && <PhoneLeft />}
          <Screen
            key={pageKey(shown)}
            page={shown}
            controller={controller}
            state={state}
            isHeld={isWarned || isCanceling}
          />
        </main>
        {isOpen && (
          <footer class="foot">
            {offersAssistance(shown) && (
              <AssistanceLink onPress={() => flow.dispatch({ type: 'assisting', on: true })} />
            )}
            <CancelControl
              site={view.site.name}
              isBusy={state.busy}
              onHold={setCanceling}
              onCancel={() => session.cancel()}
            />
          </footer>
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
          isBusy={state.busy}
          onExtend={() => void session.extend()}
          onClose={() => flow.dispatch({ type: 'time_read' })}
        />
      )}
    </Language.Provider>
  );
}
