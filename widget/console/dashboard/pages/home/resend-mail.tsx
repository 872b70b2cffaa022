import { useState } from 'react';
import { useClient, useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';

/** A button that sends the confirmation email again. Only the link in the newest email works. */
export function ResendMail() {
  const t = useTexts();
  const client = useClient();
  const { email } = useUser();
  const [isSent, setSent] = useState(false);
  const resend = useAction(async () => {
    await client.POST('/dashboard/v1/auth/resend-verification');
    setSent(true);
  });
  return (
    <div className="step-act">
      <p className="muted">
        {t('checklist.email_to')} <bdi>{email}</bdi>
      </p>
      {resend.error !== undefined && <ErrorNote error={resend.error} />}
      {isSent ? (
        <p role="status">{t('checklist.email_sent')}</p>
      ) : (
        <Button isPending={resend.isRunning} onPress={resend.run}>
          {t('checklist.email_again')}
        </Button>
      )}
    </div>
  );
}
