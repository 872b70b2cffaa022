import { useConsole } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';

/** What this console is called, at its door and inside: the customers' dashboard, or the operators' console. */
export function useConsoleTitle(): string {
  const t = useTexts();
  const { name } = useConsole();
  return t(name === 'admin' ? 'signin.title_admin' : 'signin.title_dashboard');
}
