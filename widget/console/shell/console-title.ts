import { useConsole } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';

/**
 * Returns the title of this console, the customers' dashboard or the operators' console. It is the
 * same before and after sign-in.
 */
export function useConsoleTitle(): string {
  const t = useTexts();
  const { name } = useConsole();
  return t(name === 'admin' ? 'signin.title_admin' : 'signin.title_dashboard');
}
