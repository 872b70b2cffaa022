// The commands that the operators' console adds to the command palette.
import { useLocation } from 'wouter';
import { mayDo } from '../../../src/domain/customers/admins/rights.ts';
import type { Commands } from '../shell/commands.ts';
import { useTexts } from '../texts/context.ts';

/** The pages that can be searched for the typed text. */
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
