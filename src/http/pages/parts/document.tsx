// The document around every page: head, brand, language menu. It has no inline script or style,
// because the content security policy blocks both.
import type { Child } from 'hono/jsx';
import { LANGUAGES, type PageLanguage } from '../languages.ts';
import type { Viewer } from '../page-viewer.ts';
import { Icon } from './icon.tsx';
import { useViewer, VisitContext } from './words.ts';

interface DocumentProps {
  viewer: Viewer;
  /** The title of the browser tab. */
  title: string;
  /** One centred card, or the wide layout of an account's pages. */
  layout?: 'card' | 'account';
  /**
   * The description for search engines. Without it, search engines are told not to index the page.
   */
  about?: string;
  /**
   * The absolute address that the browser opens immediately, even without scripts; the page gets no
   * history entry.
   */
  leadsTo?: string;
  children: Child;
}

/** @returns the whole page without its doctype (render-page.ts) */
export function Document({
  viewer,
  title,
  layout = 'card',
  about,
  leadsTo,
  children,
}: DocumentProps) {
  return (
    <VisitContext.Provider value={viewer}>
      <html lang={viewer.language} dir={viewer.dir} data-theme="system">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          {about === undefined ? (
            <meta name="robots" content="noindex, nofollow" />
          ) : (
            <meta name="description" content={about} />
          )}
          <meta name="color-scheme" content="light dark" />
          {leadsTo !== undefined && <meta http-equiv="refresh" content={`0;url=${leadsTo}`} />}
          <title>{`${withoutMarks(title)} · ${viewer.serviceName}`}</title>
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <link rel="stylesheet" href="/portal/portal.css" />
          <script type="module" src="/portal/portal.js"></script>
        </head>
        <body data-layout={layout}>
          <a class="skip" href="#content">
            {viewer.t('skip')}
          </a>
          <div class="page" data-page={layout}>
            <TopBar canLeave={layout === 'account'} />
            {children}
            <Foot />
          </div>
        </body>
      </html>
    </VisitContext.Provider>
  );
}

/** The content of a page as a single card. */
export function Card({ children }: { children: Child }) {
  return (
    <main class="card" id="content" tabindex={-1}>
      <section>{children}</section>
    </main>
  );
}

/** @param canLeave whether the bar shows the sign-out button */
function TopBar({ canLeave }: { canLeave: boolean }) {
  const { t, serviceName, signIn } = useViewer();
  return (
    <header class="top">
      <a class="site brand" href={signIn === undefined ? '/' : '/account'}>
        <img class="site-logo" src="/favicon.svg" alt="" width="32" height="32" />
        <span class="site-name" dir="auto">
          {serviceName}
        </span>
      </a>
      <div class="top-end">
        <LanguageMenu />
        {canLeave && signIn !== undefined && (
          <a class="top-leave" href="/signout">
            <Icon name="leave" />
            <span>{t('signout.action')}</span>
          </a>
        )}
      </div>
    </header>
  );
}

function Foot() {
  const { t, hasTerms } = useViewer();
  return (
    <footer class="legal">
      <a href="/privacy">{t('privacy.title')}</a>
      {hasTerms && <a href="/terms">{t('terms.title')}</a>}
      <a href="/status">{t('status.title')}</a>
    </footer>
  );
}

function LanguageMenu() {
  const { t, language, here } = useViewer();
  const address = (code: string) =>
    `/language?${new URLSearchParams({ to: code, continue: here }).toString()}`;
  return (
    <details class="menu" data-menu>
      <summary>
        <Icon name="globe" />
        <span class="hidden">{t('language')}: </span>
        <span class="menu-now">{LANGUAGES[language].name}</span>
      </summary>
      <ul>
        {(Object.keys(LANGUAGES) as PageLanguage[]).map((code) => (
          <li>
            <a
              href={address(code)}
              lang={code}
              dir={LANGUAGES[code].dir}
              aria-current={code === language ? 'true' : undefined}
            >
              {LANGUAGES[code].name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Removes bidi isolation marks, because a tab's title would show them as boxes. */
const withoutMarks = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');
