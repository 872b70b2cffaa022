// Queries that several of the operators' pages share.
import { useQuery } from '@tanstack/react-query';
import { mayDo } from '../../../src/domain/customers/admins/rights.ts';
import { dataOf, pageOf } from '../api/client.ts';
import { useClient, useUser } from '../session/context.ts';

/** How often a page reloads the service's health while it is visible. */
const LIVE_MS = 30_000;

export function useHealth() {
  const client = useClient();
  return useQuery({
    queryKey: ['health'],
    queryFn: () => dataOf(client.GET('/admin/v1/health')),
    refetchInterval: LIVE_MS,
  });
}

/** The settings for operators who sign in with an identity provider. */
export function useSso() {
  const client = useClient();
  return useQuery({
    queryKey: ['sso'],
    queryFn: () => dataOf(client.GET('/admin/v1/sso')),
  });
}

/** The plans that a customer can have. They are loaded only if the role may see them. */
export function usePlans() {
  const client = useClient();
  const { role } = useUser();
  return useQuery({
    queryKey: ['plans'],
    queryFn: () => dataOf(client.GET('/admin/v1/plans')),
    enabled: mayDo(role, 'tenants.read'),
  });
}

/** The newest hundred operators. They are loaded only if the role may see them. */
export function useOperators() {
  const client = useClient();
  const { role } = useUser();
  return useQuery({
    queryKey: ['operators'],
    queryFn: () => pageOf(client.GET('/admin/v1/admins', { params: { query: { per_page: 100 } } })),
    enabled: mayDo(role, 'admins.manage'),
  });
}
