// The operators' console after sign-in, with the pages that the role may see.
import { lazy } from 'react';
import { Redirect } from 'wouter';
import { mayDo, type OperatorRight } from '../../../src/domain/customers/admins/rights.ts';
import { useUser } from '../session/context.ts';
import { Frame } from '../shell/frame.tsx';
import { Answers, Pages, type PageRoute } from '../shell/inside.tsx';
import type { NavGroup } from '../shell/navigation.tsx';
import { JOINED, SSO_RETURN } from '../sign-in/addresses.ts';
import { SecondFactorGate } from './sign-in/second-factor-gate.tsx';
import { useAdminCommands } from './use-admin-commands.ts';

/** Adds the right that a page requires. A page without a `right` is open to every operator. */
type Guarded<T> = T & { right?: OperatorRight };

/**
 * Redirects to the first page. An operator who has just signed in through the identity provider, or
 * joined via a link, is still at the URL of that step.
 */
const ToToday = () => <Redirect to="/" replace />;

const ROUTES: readonly Guarded<PageRoute>[] = [
  {
    path: '/',
    docs: '/docs/operate#health',
    page: lazy(async () => import('./pages/today/today.tsx')),
  },
  {
    path: '/security',
    docs: '/docs/operate#the-first-operator',
    page: lazy(async () => import('../security/pages/security.tsx')),
  },
  {
    path: '/people',
    docs: '/docs/operate#people',
    right: 'accounts.read',
    page: lazy(async () => import('./pages/people/people.tsx')),
  },
  {
    path: '/people/:id',
    docs: '/docs/operate#people',
    right: 'accounts.read',
    page: lazy(async () => import('./pages/person/person.tsx')),
  },
  {
    path: '/customers',
    docs: '/docs/operate#customers',
    right: 'tenants.read',
    page: lazy(async () => import('./pages/tenants/tenants.tsx')),
  },
  {
    path: '/customers/:id',
    docs: '/docs/operate#customers',
    right: 'tenants.read',
    page: lazy(async () => import('./pages/tenant/tenant.tsx')),
  },
  {
    path: '/clients',
    docs: '/docs/operate#oauth-clients',
    right: 'clients.read',
    page: lazy(async () => import('./pages/clients/clients.tsx')),
  },
  {
    path: '/clients/:id',
    docs: '/docs/operate#oauth-clients',
    right: 'clients.read',
    page: lazy(async () => import('./pages/client/client.tsx')),
  },
  {
    path: '/trust',
    docs: '/docs/operate#trust',
    right: 'tenants.read',
    page: lazy(async () => import('./pages/trust/trust.tsx')),
  },
  {
    path: '/names',
    docs: '/docs/operate#names',
    right: 'tenants.read',
    page: lazy(async () => import('./pages/names/names.tsx')),
  },
  {
    path: '/ages',
    docs: '/docs/operate#withdraw-kept-ages',
    right: 'ages.read',
    page: lazy(async () => import('./pages/ages/ages.tsx')),
  },
  {
    path: '/wallets',
    docs: '/docs/wallets#whom-to-trust',
    right: 'wallets.read',
    page: lazy(async () => import('./pages/wallets/wallets.tsx')),
  },
  {
    path: '/evidence',
    docs: '/docs/evidence#certificates-and-incidents',
    right: 'evidence.read',
    page: lazy(async () => import('./pages/evidence/evidence.tsx')),
  },
  {
    path: '/operators',
    docs: '/docs/operate#rights',
    right: 'admins.manage',
    page: lazy(async () => import('./pages/operators/operators.tsx')),
  },
  {
    path: '/single-sign-on',
    docs: '/docs/sso#operators',
    right: 'sso.manage',
    page: lazy(async () => import('./pages/single-sign-on/single-sign-on.tsx')),
  },
  { path: JOINED, page: ToToday },
  { path: SSO_RETURN, page: ToToday },
  {
    path: '/keys',
    docs: '/docs/operate#keys',
    right: 'health.read',
    page: lazy(async () => import('./pages/keys/keys.tsx')),
  },
  {
    path: '/audit',
    docs: '/docs/operate#the-audit',
    right: 'audit.read',
    page: lazy(async () => import('./pages/audit-log/audit-log.tsx')),
  },
  {
    path: '/audit/:id',
    docs: '/docs/operate#the-audit',
    right: 'audit.read',
    page: lazy(async () => import('./pages/audit-log/entry.tsx')),
  },
];

const NAVIGATION: readonly Guarded<NavGroup['items'][number]>[] = [
  { href: '/', icon: 'home', label: 'nav.today' },
  { right: 'accounts.read', href: '/people', icon: 'person', label: 'nav.people' },
  { right: 'tenants.read', href: '/customers', icon: 'house', label: 'nav.tenants' },
  { right: 'clients.read', href: '/clients', icon: 'door', label: 'nav.oauth_clients' },
  { right: 'tenants.read', href: '/trust', icon: 'scale', label: 'nav.trust' },
  { right: 'tenants.read', href: '/names', icon: 'eye', label: 'nav.names' },
  { right: 'ages.read', href: '/ages', icon: 'calendar', label: 'nav.ages' },
  { right: 'wallets.read', href: '/wallets', icon: 'wallet', label: 'nav.wallets' },
  { right: 'admins.manage', href: '/operators', icon: 'shield', label: 'nav.operators' },
  { right: 'sso.manage', href: '/single-sign-on', icon: 'lock', label: 'nav.sso' },
  { right: 'health.read', href: '/keys', icon: 'key', label: 'nav.signing_keys' },
  { right: 'evidence.read', href: '/evidence', icon: 'document', label: 'nav.evidence' },
  { right: 'audit.read', href: '/audit', icon: 'list', label: 'nav.trail' },
];

export default function Inside() {
  const { role } = useUser();
  const commands = useAdminCommands(role);
  const seen = ({ right }: { right?: OperatorRight }) => right === undefined || mayDo(role, right);
  return (
    <Answers>
      <SecondFactorGate>
        <Frame groups={[{ items: NAVIGATION.filter(seen) }]} commands={commands}>
          <Pages routes={ROUTES.filter(seen)} />
        </Frame>
      </SecondFactorGate>
    </Answers>
  );
}
