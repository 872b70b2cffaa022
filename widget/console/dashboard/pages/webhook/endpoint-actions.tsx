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
import { explainUnproven } from '../../explain-unproven.ts';
import { ChangeEndpointDialog } from './change-endpoint-dialog.tsx';
import { ReceiverCode } from './receiver-code.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';

type Endpoint = WireWebhook;

/** The actions on an endpoint, beginning with the action that the endpoint's state calls for. */
export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const t = useTexts();
  const [open, setOpen] = useState<'change' | 'rotate' | 'remove'>();
  const close = () => setOpen(undefined);
  const { verify, turn } = useStateActs(endpoint);
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
          unproven={explainUnproven(error, t)}
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
      {endpoint.state === 'pending' && <ReceiverCode />}
      {open === 'change' && <ChangeEndpointDialog endpoint={endpoint} onClose={close} />}
      {open === 'rotate' && <RotateSecretDialog id={endpoint.id} onClose={close} />}
      {open === 'remove' && <RemoveDialog endpoint={endpoint} onClose={close} />}
    </>
  );
}

/** Provides the actions that verify an endpoint, and pause or resume it. */
function useStateActs({ id, state }: Endpoint) {
  const client = useClient();
  const answers = useQueryClient();
  const of = { params: { path: { id } } };
  // The state is reloaded even after a refusal, because a refusal may mean that the state has
  // changed in the meantime.
  const renewing = async (call: Promise<unknown>) => {
    try {
      await call;
    } finally {
      await answers.invalidateQueries({ queryKey: ['webhooks'] });
    }
  };
  const turned = { state: state === 'enabled' ? 'paused' : 'enabled' } as const;
  return {
    verify: useAction(() => renewing(client.POST('/dashboard/v1/webhooks/{id}/verify', of))),
    turn: useAction(() =>
      renewing(client.PATCH('/dashboard/v1/webhooks/{id}', { ...of, body: turned })),
    ),
  };
}

function RemoveDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [, navigate] = useLocation();
  const { id, url } = endpoint;
  return (
    <ConfirmDialog
      title={t('webhook.remove_title')}
      word={new URL(url).host}
      act={t('webhook.remove')}
      onClose={onClose}
      onConfirm={async () => {
        await client.DELETE('/dashboard/v1/webhooks/{id}', { params: { path: { id } } });
        navigate('/webhooks');
        answers.removeQueries({ queryKey: ['webhooks', id] });
        await answers.invalidateQueries({ queryKey: ['webhooks'] });
      }}
    >
      <p>{t('webhook.remove_text')}</p>
    </ConfirmDialog>
  );
}
