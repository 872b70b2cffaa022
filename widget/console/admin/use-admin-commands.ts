// What the command palette offers in the operators' console beside its pages.
import { useLocation } from 'wouter';
import { mayDo } from '../../../src/domain/admins/rights.ts';
import type { Commands } from '../shell/commands.ts';
import { useTexts } from '../texts/context.ts';

export function useAdminCommands(role: string): Commands {
  const t = useTexts();
  const [, navigate] = useLocation();
  return (typed) => {
    if (typed === '' || !mayDo(role, 'accounts.read')) return [];
    const query = new URLSearchParams({ search: typed });
    const label = t('palette.people', { text: typed });
    return [{ id: 'find', icon: 'person', label, run: () => navigate(`/people?${query}`) }];
  };
}
