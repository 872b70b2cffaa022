// What the command palette offers in the operators' console beside its pages.
import { useLocation } from 'wouter';
import { mayDo } from '../../../src/domain/customers/admins/rights.ts';
import type { Commands } from '../shell/commands.ts';
import { useTexts } from '../texts/context.ts';

/** Where what was typed can be looked for. */
const SEARCHES = [
  { page: 'people', right: 'accounts.read', icon: 'person', label: 'palette.people' },
  { page: 'customers', right: 'tenants.read', icon: 'house', label: 'palette.tenants' },
  { page: 'clients', right: 'clients.read', icon: 'door', label: 'palette.clients' },
] as const;

export function useAdminCommands(role: string): Commands {
  const t = useTexts();
  const [, navigate] = useLocation();
  return (typed) => {
    if (typed === '') return [];
    const query = new URLSearchParams({ search: typed });
    return SEARCHES.filter(({ right }) => mayDo(role, right)).map(({ page, icon, label }) => ({
      id: `find-${page}`,
      icon,
      label: t(label, { text: typed }),
      run: () => navigate(`/${page}?${query}`),
    }));
  };
}
