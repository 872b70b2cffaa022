// The commands that the customers' console adds to the command palette.
import { useLocation } from 'wouter';
import { mayDo } from '../../../src/domain/customers/team/rights.ts';
import { useUser } from '../session/context.ts';
import type { Command, Commands } from '../shell/commands.ts';
import type { Mode } from '../shell/mode.ts';
import { useTexts } from '../texts/context.ts';
import { isSessionToken } from './session-token.ts';

export function useDashboardCommands(mode: Mode, choose: (mode: Mode) => void): Commands {
  const t = useTexts();
  const [, navigate] = useLocation();
  const { role } = useUser();
  const other = mode === 'live' ? 'test' : 'live';
  const change: Command = {
    id: 'mode',
    icon: 'sliders',
    label: t(`palette.mode_${other}`),
    run: () => choose(other),
  };
  return (typed) => {
    if (typed === '' || !mayDo(role, 'sessions.read')) return [change];
    const isToken = isSessionToken(typed);
    const query = new URLSearchParams({ user: typed });
    const find: Command = {
      id: 'find',
      icon: 'list',
      label: isToken ? t('palette.session', { token: typed }) : t('palette.user', { user: typed }),
      run: () => navigate(isToken ? `/sessions/${typed}` : `/sessions?${query}`),
    };
    return [change, find];
  };
}
