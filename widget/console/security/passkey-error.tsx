import { CallError } from '../api/call-error.ts';
import { FreshError } from './fresh-error.tsx';
import { useTexts } from '../texts/context.ts';
import { News } from '../ui/note.tsx';

/** What the server refused; what ended in the browser needs no reason. */
export function PasskeyError({ error }: { error: unknown }) {
  const t = useTexts();
  if (error instanceof CallError) return <FreshError error={error} />;
  return <News tone="warn">{t('passkeys.failed')}</News>;
}
