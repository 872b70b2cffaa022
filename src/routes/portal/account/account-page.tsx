// Layout of the account pages: navigation, heading, sections. The result of the previous step is
// shown at the top.
import type { Child } from 'hono/jsx';
import type { PageIconName } from '../../../http/pages/parts/icon-paths.ts';
import { Document } from '../../../http/pages/parts/document.tsx';
import { Icon } from '../../../http/pages/parts/icon.tsx';
import { Alert } from '../../../http/pages/parts/notice.tsx';
import { useTexts } from '../../../http/pages/parts/words.ts';
import type { TextKey } from '../../../http/pages/texts.ts';
import type { Viewer } from '../../../http/pages/page-viewer.ts';

const PLACES = [
  ['/account', 'nav.overview', 'person'],
  ['/account/age', 'nav.age', 'shield'],
  ['/account/sites', 'nav.sites', 'sites'],
  ['/account/security', 'nav.security', 'lock'],
  ['/account/activity', 'nav.activity', 'bell'],
  ['/account/data', 'nav.data', 'download'],
] as const satisfies readonly (readonly [path: string, text: TextKey, icon: PageIconName])[];

type Place = (typeof PLACES)[number][0];

export function AccountPage({
  viewer,
  title,
  place,
  done,
  fault,
  children,
}: {
  viewer: Viewer;
  title: string;
  place: Place;
  /** The success message of the previous step. */
  done?: string | undefined;
  /** The error message of the previous step. */
  fault?: string | undefined;
  children: Child;
}) {
  return (
    <Document viewer={viewer} title={title} layout="account">
      <div class="account">
        <Places at={place} />
        <main class="sections" id="content" tabindex={-1}>
          <h1 class="title">{title}</h1>
          {done !== undefined && <Alert tone="good">{done}</Alert>}
          {fault !== undefined && <Alert tone="bad">{fault}</Alert>}
          {children}
        </main>
      </div>
    </Document>
  );
}

function Places({ at }: { at: Place }) {
  const t = useTexts();
  return (
    <nav aria-label={t('nav.label')}>
      <ul class="places">
        {PLACES.map(([path, text, icon]) => (
          <li>
            <a href={path} aria-current={path === at ? 'page' : undefined}>
              <Icon name={icon} />
              {t(text)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A collapsible section with a form, which also works without scripts. */
export function More({
  title,
  open = false,
  children,
}: {
  title: string;
  open?: boolean;
  children: Child;
}) {
  return (
    <details class="more" open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

/** A time in the person's own time zone and language. */
export function Moment({ ms, viewer }: { ms: number; viewer: Viewer }) {
  return <time datetime={new Date(ms).toISOString()}>{formatMoment(viewer, ms)}</time>;
}

/**
 * @returns a string such as `21 November 2026 at 10:04 GMT+1`. It names the time zone, because the
 *   zone is guessed from the IP address
 */
export function formatMoment({ t, timeZone }: Viewer, ms: number): string {
  return new Intl.DateTimeFormat(t.locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(ms);
}
