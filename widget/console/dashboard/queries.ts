// Queries of the dashboard's pages. All pages use the same key for the same query, so that a
// changed result reaches every page.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dataOf, pageOf } from '../api/client.ts';
import type { WireLaw } from '../api/wire.ts';
import { useClient } from '../session/context.ts';
import type { Mode } from '../shell/mode.ts';

/** How often a page reloads data that it expects to change, in ms. */
export const SOON_MS = 10_000;

interface Wish {
  /** Whether to load the data: false if the role may not see it. */
  enabled?: boolean;
  /** The reload interval in ms while the page is visible; by default, nothing is reloaded. */
  refetchInterval?: number | false;
}

export function useOverview(days: number, wish: Wish = {}) {
  const client = useClient();
  return useQuery({
    queryKey: ['overview', days],
    queryFn: () =>
      dataOf(client.GET('/dashboard/v1/analytics/overview', { params: { query: { days } } })),
    ...wish,
  });
}

/** The measured error rates of the face comparison, which change only with a release. */
export function useFaceRates() {
  const client = useClient();
  return useQuery({
    queryKey: ['face-rates'],
    queryFn: () => dataOf(client.GET('/dashboard/v1/settings/face-rates')),
  });
}

/**
 * The law of each jurisdiction.
 * @param query the server uses its defaults for absent fields
 */
export function useLaw(query: { context?: WireLaw['context']; date?: string }) {
  const client = useClient();
  return useQuery({
    queryKey: ['law', query],
    queryFn: () => dataOf(client.GET('/dashboard/v1/law', { params: { query } })),
    placeholderData: keepPreviousData,
  });
}

export function useFunnel(days: number, wish: Wish = {}) {
  const client = useClient();
  return useQuery({
    queryKey: ['funnel', days],
    queryFn: () =>
      dataOf(client.GET('/dashboard/v1/analytics/funnel', { params: { query: { days } } })),
    ...wish,
  });
}

/**
 * The newest hundred keys that work. A customer cannot create more than fifty; more work only while
 * replaced keys expire.
 */
export function useActiveKeys(wish: Wish = {}) {
  const client = useClient();
  return useQuery({
    queryKey: ['keys', 'active'],
    queryFn: () =>
      pageOf(
        client.GET('/dashboard/v1/api-keys', {
          params: { query: { status: 'active', per_page: 100 } },
        }),
      ),
    ...wish,
  });
}

export function useWebhooks(wish: Wish = {}) {
  const client = useClient();
  return useQuery({
    queryKey: ['webhooks'],
    queryFn: () =>
      pageOf(client.GET('/dashboard/v1/webhooks', { params: { query: { per_page: 100 } } })),
    ...wish,
  });
}

export function useClients() {
  const client = useClient();
  return useQuery({
    queryKey: ['clients'],
    queryFn: () =>
      pageOf(client.GET('/dashboard/v1/oauth-clients', { params: { query: { per_page: 100 } } })),
  });
}

/**
 * @param mode the mode of the sessions
 * @param count how many of the newest sessions to load
 */
export function useNewestSessions(mode: Mode, count: number, wish: Wish = {}) {
  const client = useClient();
  return useQuery({
    queryKey: ['sessions', mode, 'newest', count],
    queryFn: () =>
      pageOf(
        client.GET('/dashboard/v1/sessions', { params: { query: { mode, per_page: count } } }),
      ),
    ...wish,
  });
}

/** The newest hundred members. */
export function useMembers() {
  const client = useClient();
  return useQuery({
    queryKey: ['team', 'names'],
    queryFn: () =>
      pageOf(client.GET('/dashboard/v1/team', { params: { query: { per_page: 100 } } })),
  });
}

export function useSso() {
  const client = useClient();
  return useQuery({
    queryKey: ['sso'],
    queryFn: () => dataOf(client.GET('/dashboard/v1/sso')),
  });
}

export function useSettings() {
  const client = useClient();
  return useQuery({
    queryKey: ['settings'],
    queryFn: () => dataOf(client.GET('/dashboard/v1/settings')),
  });
}
