import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, faultOf, hasFaults } from '../../../api/call-error.ts';
import { useClient } from '../../../session/context.ts';
import { useMode } from '../../../shell/mode.ts';
import { useTexts } from '../../../texts/context.ts';
import { TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAction } from '../../../ui/use-action.ts';

const DAYS = ['30', '90', '180', '365', '1095'] as const;

/** Blocks the face of a finished check, which is possible only while the face is kept. */
export function BlockDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [token, setToken] = useState('');
  const [reason, setReason] = useState('');
  const [days, setDays] = useState<(typeof DAYS)[number]>('180');
  const block = useBlock({ token, reason, days }, onClose);
  const { error } = block;
  const isOfCheck = error instanceof CallError && error.code !== 'CONFLICT';
  return (
    <FormDialog
      title={t('blocked.block')}
      act={t('blocked.block')}
      action={block}
      look="danger"
      isFieldFault={hasFaults(error)}
      conflict={t(isOfCheck ? 'blocked.no_face' : 'blocked.conflict')}
      onClose={onClose}
    >
      <p>{t('blocked.block_text')}</p>
      <TextInput
        label={t('session.token')}
        hint={t('blocked.token_hint')}
        isRequired
        isCode
        value={token}
        onChange={setToken}
        error={faultOf(error, 'session_token', t('blocked.token_bad'))}
      />
      <TextInput
        label={t('blocked.reason')}
        hint={t('blocked.reason_hint')}
        isRequired
        value={reason}
        onChange={setReason}
        error={faultOf(error, 'reason', t('blocked.reason_bad'))}
      />
      <Select
        label={t('blocked.days')}
        value={days}
        onChange={setDays}
        options={DAYS.map((value) => ({
          value,
          label: t('keys.days', { count: Number(value) }),
        }))}
      />
    </FormDialog>
  );
}

function useBlock(
  { token, reason, days }: Record<'token' | 'reason' | 'days', string>,
  onDone: () => void,
) {
  const mode = useMode();
  const client = useClient();
  const answers = useQueryClient();
  return useAction(async () => {
    await client.POST('/dashboard/v1/blocked-faces', {
      body: {
        session_token: token.trim(),
        reason: reason.trim(),
        expires_in_days: Number(days),
        mode,
      },
    });
    await answers.invalidateQueries({ queryKey: ['blocked'] });
    onDone();
  });
}
