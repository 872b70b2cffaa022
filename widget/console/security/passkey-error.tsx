import { CallError } from '../api/call-error.ts';
import { FreshError } from './fresh-error.tsx';
import { useTexts } from '../texts/context.ts';
import { News } from '../ui/note.tsx';

/**
 * Shows the server's refusal, or a note that the passkey ceremony failed in the browser, for
 * example because it was cancelled.
 */
export function PasskeyError({ error }: { error: unknown }) {
  const t = useTexts();
  if (error instanceof CallError) return <FreshError error={error} />;
  return <News tone="warn">{t('passkeys.failed')}</News>;
}
