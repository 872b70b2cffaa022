import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { WireWebhook } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorNote, Note } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ChangeEndpointDialog } from './change-endpoint-dialog.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';

type Endpoint = WireWebhook;

/** What its state asks for first; the rest beside it. */
export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<'change' | 'rotate' | 'remove'>();
  const close = () => setOpen(undefined);
  const of = { params: { path: { id: endpoint.id } } };
  const renewed = () => answers.invalidateQueries({ queryKey: ['webhooks'] });
  // What was refused shows that it is another one by now.
  const verify = useAction(async () => {
    try {
      await client.POST('/dashboard/v1/webhooks/{id}/verify', of);
    } finally {
      await renewed();
    }
  });
  const turn = useAction(async () => {
    const state = endpoint.state === 'enabled' ? 'paused' : 'enabled';
    try {
      await client.PATCH('/dashboard/v1/webhooks/{id}', { ...of, body: { state } });
    } finally {
      await renewed();
    }
  });
  const { error } = endpoint.state === 'pending' ? verify : turn;
  return (
    <>
      {endpoint.state === 'pending' && (
        <Note tone="warn">
          <p>{t('webhook.pending_text')}</p>
        </Note>
      )}
      {error !== undefined && (
        <ErrorNote
          error={error}
          conflict={t('webhook.conflict_changed')}
          unproven={t('webhook.unproven')}
        />
      )}
      <div className="page-actions">
        {endpoint.state === 'pending' ? (
          <Button look="primary" isPending={verify.isRunning} onPress={verify.run}>
            {t('webhook.verify')}
          </Button>
        ) : (
          <Button isPending={turn.isRunning} onPress={turn.run}>
            {t(endpoint.state === 'enabled' ? 'webhook.pause' : 'webhook.resume')}
          </Button>
        )}
        <Button onPress={() => setOpen('change')}>{t('webhook.change')}</Button>
        <Button onPress={() => setOpen('rotate')}>{t('webhook.rotate')}</Button>
        <Button look="plain" onPress={() => setOpen('remove')}>
          {t('webhook.remove')}
        </Button>
      </div>
      {open === 'change' && <ChangeEndpointDialog endpoint={endpoint} onClose={close} />}
      {open === 'rotate' && <RotateSecretDialog id={endpoint.id} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={t('webhook.remove_title')}
          word={new URL(endpoint.url).host}
          act={t('webhook.remove')}
          onClose={close}
          onConfirm={async () => {
            await client.DELETE('/dashboard/v1/webhooks/{id}', of);
            navigate('/webhooks');
            answers.removeQueries({ queryKey: ['webhooks', endpoint.id] });
            await renewed();
          }}
        >
          <p>{t('webhook.remove_text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
