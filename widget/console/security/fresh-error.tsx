import { CallError } from '../api/call-error.ts';
import { useConsole } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote, Note } from '../ui/note.tsx';
import { useAction } from '../ui/use-action.ts';

/**
 * An error message. If the member signed in too long ago, it contains a button that signs them out;
 * signing in again then leads back to this page.
 */
export function FreshError({ error }: { error: unknown }) {
  const t = useTexts();
  const { keeper } = useConsole();
  const signOut = useAction(() => keeper.signOut());
  if (!(error instanceof CallError) || error.code !== 'FRESH_SIGN_IN_REQUIRED')
    return <ErrorNote error={error} />;
  return (
    <Note isNews title={t('security.fresh_title')}>
      <p>{t('security.fresh_text')}</p>
      <Button isPending={signOut.isRunning} onPress={signOut.run}>
        {t('security.fresh')}
      </Button>
    </Note>
  );
}
