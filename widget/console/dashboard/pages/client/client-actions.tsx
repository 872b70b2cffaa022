import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { WireOAuthClient } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';

type Found = WireOAuthClient;

export function ClientActions({ found }: { found: Found }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<'rotate' | 'remove'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <div className="page-actions">
        {found.token_endpoint_auth_method !== 'none' && (
          <Button onPress={() => setOpen('rotate')}>{t('client.rotate')}</Button>
        )}
        <Button look="plain" onPress={() => setOpen('remove')}>
          {t('client.remove')}
        </Button>
      </div>
      {open === 'rotate' && <RotateSecretDialog found={found} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={t('client.remove_title', { name: found.name })}
          word={found.name}
          act={t('client.remove')}
          onClose={close}
          onConfirm={async () => {
            await client.DELETE('/dashboard/v1/oauth-clients/{id}', {
              params: { path: { id: found.id } },
            });
            navigate('/clients');
            answers.removeQueries({ queryKey: ['clients', found.id] });
            await answers.invalidateQueries({ queryKey: ['clients'] });
          }}
        >
          <p>{t('client.remove_text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
