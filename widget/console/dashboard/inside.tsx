// The customers' console after sign-in. The navigation lists only the pages that the member's role
// may see.
import { lazy, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { mayDo, type Right } from '../../../src/domain/customers/team/rights.ts';
import { keepStored, readStored } from '../browser/stored.ts';
import { useUser } from '../session/context.ts';
import { Frame } from '../shell/frame.tsx';
import { Answers, Pages, routeOf, type PageRoute } from '../shell/inside.tsx';
import { ChosenModeContext, type Mode } from '../shell/mode.ts';
import type { NavGroup } from '../shell/navigation.tsx';
import { JOINED, SIGN_UP, SSO_RETURN } from '../sign-in/addresses.ts';
import { ConfirmationWatch } from './confirmation-watch.tsx';
import { ModeOfPage, TestBanner, type PageModes } from './mode-switch.tsx';
import { useDashboardCommands } from './use-dashboard-commands.ts';

interface DashboardRoute extends PageRoute {
  /**
   * Whether the page follows the choice between live and test data and, if it does not, which data
   * it shows.
   */
  modes: PageModes;
}

/**
 * Redirects to the home page from the URLs of sign-up, invitations and single sign-on. A member who
 * has just signed in is still at one of these URLs.
 */
const ToHome = () => <Redirect to="/" replace />;

const ROUTES: readonly DashboardRoute[] = [
  {
    path: '/',
    docs: '/docs/quickstart',
    modes: 'chosen',
    page: lazy(async () => import('./pages/home/home.tsx')),
  },
  {
    path: '/sessions',
    docs: '/docs/verification#your-sessions',
    modes: 'chosen',
    page: lazy(async () => import('./pages/sessions/sessions.tsx')),
  },
  {
    path: '/sessions/:token',
    docs: '/docs/verification#read-the-result',
    modes: 'said',
    page: lazy(async () => import('./pages/session/session.tsx')),
  },
  {
    path: '/try',
    docs: '/docs/verification#test-mode',
    modes: 'test',
    page: lazy(async () => import('./pages/try/try.tsx')),
  },
  {
    path: '/try/:token',
    docs: '/docs/verification#test-mode',
    modes: 'test',
    page: lazy(async () => import('./pages/try/try.tsx')),
  },
  {
    path: '/reviews',
    docs: '/docs/verification#reviews',
    modes: 'chosen',
    page: lazy(async () => import('./pages/reviews/reviews.tsx')),
  },
  {
    path: '/reviews/:id',
    docs: '/docs/verification#reviews',
    modes: 'said',
    page: lazy(async () => import('./pages/review/review.tsx')),
  },
  {
    path: '/keys',
    docs: '/docs/dashboard-api#keys-clients-endpoints',
    modes: 'chosen',
    page: lazy(async () => import('./pages/keys/keys.tsx')),
  },
  {
    path: '/webhooks',
    docs: '/docs/webhooks',
    modes: 'said',
    page: lazy(async () => import('./pages/webhooks/webhooks.tsx')),
  },
  {
    path: '/webhooks/:id',
    docs: '/docs/webhooks#prove-your-endpoint',
    modes: 'said',
    page: lazy(async () => import('./pages/webhook/webhook.tsx')),
  },
  {
    path: '/team',
    docs: '/docs/dashboard-api#rights',
    modes: 'shared',
    page: lazy(async () => import('./pages/team/team.tsx')),
  },
  {
    path: '/single-sign-on',
    docs: '/docs/sso',
    modes: 'shared',
    page: lazy(async () => import('./pages/single-sign-on/single-sign-on.tsx')),
  },
  {
    path: '/audit',
    docs: '/docs/dashboard-api#team-settings-usage-audit',
    modes: 'shared',
    page: lazy(async () => import('./pages/audit/audit.tsx')),
  },
  {
    path: '/usage',
    docs: '/docs/dashboard-api#team-settings-usage-audit',
    modes: 'live',
    page: lazy(async () => import('./pages/usage/usage.tsx')),
  },
  {
    path: '/security',
    docs: '/docs/dashboard-api#team-settings-usage-audit',
    modes: 'shared',
    page: lazy(async () => import('../security/pages/security.tsx')),
  },
  {
    path: '/clients',
    docs: '/docs/sign-in#register-a-client',
    modes: 'live',
    page: lazy(async () => import('./pages/clients/clients.tsx')),
  },
  {
    path: '/clients/:id',
    docs: '/docs/sign-in#libraries',
    modes: 'live',
    page: lazy(async () => import('./pages/client/client.tsx')),
  },
  {
    path: '/faces',
    docs: '/docs/face#what-is-kept',
    modes: 'chosen',
    page: lazy(async () => import('./pages/faces/faces.tsx')),
  },
  {
    path: '/blocked-faces',
    docs: '/docs/face#faces-that-are-not-welcome',
    modes: 'chosen',
    page: lazy(async () => import('./pages/blocked-faces/blocked-faces.tsx')),
  },
  {
    path: '/truth',
    docs: '/docs/verification#the-age-margin',
    modes: 'live',
    page: lazy(async () => import('./pages/accuracy/accuracy.tsx')),
  },
  { path: SIGN_UP, page: ToHome, modes: 'shared' },
  { path: JOINED, page: ToHome, modes: 'shared' },
  { path: SSO_RETURN, page: ToHome, modes: 'shared' },
  {
    path: '/events',
    docs: '/docs/webhooks#the-event-feed',
    modes: 'chosen',
    page: lazy(async () => import('./pages/events/events.tsx')),
  },
  {
    path: '/requests',
    docs: '/docs/dashboard-api#the-request-log',
    modes: 'chosen',
    page: lazy(async () => import('./pages/requests/requests.tsx')),
  },
  {
    path: '/policy',
    docs: '/docs/dashboard-api#settings',
    modes: 'live',
    page: lazy(async () => import('./pages/policy/policy.tsx')),
  },
  {
    path: '/law',
    docs: '/docs/jurisdictions#ask-for-it',
    modes: 'live',
    page: lazy(async () => import('./pages/law/law.tsx')),
  },
  {
    path: '/appearance',
    docs: '/docs/dashboard-api#settings',
    modes: 'shared',
    page: lazy(async () => import('./pages/appearance/appearance.tsx')),
  },
];

interface Entry {
  right?: Right;
  item: NavGroup['items'][number];
}

type Title = NonNullable<NavGroup['title']>;

const NAVIGATION: readonly { title?: Title; entries: readonly Entry[] }[] = [
  {
    entries: [
      { item: { href: '/', icon: 'home', label: 'nav.home' } },
      { right: 'sessions.try', item: { href: '/try', icon: 'play', label: 'nav.try' } },
      { right: 'sessions.read', item: { href: '/sessions', icon: 'list', label: 'nav.sessions' } },
      { right: 'reviews.decide', item: { href: '/reviews', icon: 'eye', label: 'nav.reviews' } },
      { right: 'settings.read', item: { href: '/policy', icon: 'sliders', label: 'nav.policy' } },
      { right: 'settings.read', item: { href: '/law', icon: 'document', label: 'nav.law' } },
      {
        right: 'settings.read',
        item: { href: '/appearance', icon: 'brush', label: 'nav.look' },
      },
      { right: 'analytics.read', item: { href: '/truth', icon: 'scale', label: 'nav.truth' } },
    ],
  },
  {
    title: 'nav.faces_group',
    entries: [
      { right: 'faces.read', item: { href: '/faces', icon: 'face', label: 'nav.faces' } },
      {
        right: 'blocked_faces.read',
        item: { href: '/blocked-faces', icon: 'alert', label: 'nav.blocked' },
      },
    ],
  },
  {
    title: 'nav.developers',
    entries: [
      { right: 'keys.read', item: { href: '/keys', icon: 'key', label: 'nav.keys' } },
      { right: 'requests.read', item: { href: '/requests', icon: 'list', label: 'nav.requests' } },
      { right: 'webhooks.read', item: { href: '/webhooks', icon: 'hook', label: 'nav.webhooks' } },
      { right: 'webhooks.read', item: { href: '/events', icon: 'history', label: 'nav.events' } },
      { right: 'clients.read', item: { href: '/clients', icon: 'door', label: 'nav.clients' } },
    ],
  },
  {
    title: 'nav.organisation',
    entries: [
      { right: 'team.read', item: { href: '/team', icon: 'people', label: 'nav.team' } },
      { right: 'sso.manage', item: { href: '/single-sign-on', icon: 'lock', label: 'nav.sso' } },
      { right: 'usage.read', item: { href: '/usage', icon: 'chart', label: 'nav.usage' } },
      { right: 'audit.read', item: { href: '/audit', icon: 'history', label: 'nav.audit' } },
    ],
  },
];

export default function Inside() {
  const { role } = useUser();
  const [mode, setMode] = useState<Mode>(() => (readStored('mode') === 'test' ? 'test' : 'live'));
  const choose = (chosen: Mode) => {
    keepStored('mode', chosen);
    setMode(chosen);
  };
  const commands = useDashboardCommands(mode, choose);
  const [location] = useLocation();
  const modes = routeOf(ROUTES, location)?.modes ?? 'shared';
  const groups = NAVIGATION.map(({ title, entries }) => ({
    ...(title && { title }),
    items: entries
      .filter(({ right }) => right === undefined || mayDo(role, right))
      .map(({ item }) => item),
  })).filter(({ items }) => items.length > 0);
  return (
    <Answers>
      <ConfirmationWatch />
      <ChosenModeContext value={{ mode, choose }}>
        <Frame
          groups={groups}
          head={<ModeOfPage modes={modes} />}
          commands={commands}
          banner={mode === 'test' && modes === 'chosen' && <TestBanner />}
        >
          <Pages routes={ROUTES} />
        </Frame>
      </ChosenModeContext>
    </Answers>
  );
}
