// The part of both consoles behind the sign-in: the API calls, the query cache, and the current
// page, loaded on first visit.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  Suspense,
  useMemo,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Route, Switch, useLocation } from 'wouter';
import { CallError } from '../api/call-error.ts';
import { makeClient } from '../api/client.ts';
import { Session, useConsole } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';
import { Boundary } from '../ui/boundary.tsx';
import { Waiting } from '../ui/note.tsx';
import { Missing } from './missing.tsx';
import { PageDocs } from './page.tsx';

const TRIES = 2;

/**
 * Creates the query cache. A refused call is not retried; a call that failed for a different reason
 * is retried up to twice.
 */
const newQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        networkMode: 'always',
        retry: (count, error) =>
          count < TRIES && !(error instanceof CallError && error.status > 0 && error.status < 500),
      },
      mutations: { networkMode: 'always' },
    },
  });

/** Provides the query cache. The cache and its data are discarded when the session ends. */
export function Answers({ children }: { children: ReactNode }) {
  const { locale } = useTexts();
  const session = useConsole();
  const [queries] = useState(newQueries);
  const signedIn = useMemo(() => ({ ...session, client: makeClient(session.keeper) }), [session]);
  return (
    <Session value={signedIn}>
      <I18nProvider locale={locale}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </I18nProvider>
    </Session>
  );
}

export interface PageRoute {
  /** The path below the console, in wouter's syntax: `/sessions/:id`. */
  path: string;
  page: LazyExoticComponent<ComponentType> | ComponentType;
  /** The docs page about this page. A page that only redirects has none. */
  docs?: string;
}

/** @returns the route that matches the path below the console, or undefined if there is none */
export const routeOf = <Route extends PageRoute>(
  routes: readonly Route[],
  location: string,
): Route | undefined =>
  routes.find(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(location));

export function Pages({ routes }: { routes: readonly PageRoute[] }) {
  // The location is the key of the boundary, so that navigating elsewhere removes the error of a
  // failed page.
  const [location] = useLocation();
  return (
    <Suspense fallback={<Waiting lines={5} />}>
      <Boundary key={location}>
        <Switch>
          {routes.map(({ path, page: Content, docs }) => (
            <Route key={path} path={path}>
              <PageDocs value={docs}>
                <Content />
              </PageDocs>
            </Route>
          ))}
          <Route component={Missing} />
        </Switch>
      </Boundary>
    </Suspense>
  );
}
