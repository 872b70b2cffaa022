import { useConsole } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';

/**
 * Returns the title of this console, at its sign-in and inside: the customers' dashboard, or the
 * operators' console.
 */
export function useConsoleTitle(): string {
  const t = useTexts();
  const { name } = useConsole();
  return t(name === 'admin' ? 'signin.title_admin' : 'signin.title_dashboard');
}
