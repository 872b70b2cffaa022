import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useMode } from '../../../shell/mode.ts';
import { useTexts } from '../../../texts/context.ts';
import { TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ShownOnce } from '../../shown-once.tsx';

/** Creates a key in the displayed mode, then shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const mode = useMode();
  const { email_verified: isConfirmed } = useUser();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<'secret' | 'publishable'>('secret');
  const [made, setMade] = useState<string>();
  const create = useAction(async () => {
    const key = await dataOf(
      client.POST('/dashboard/v1/api-keys', { body: { name: name.trim(), kind, mode } }),
    );
    setMade(key.key);
    await answers.invalidateQueries({ queryKey: ['keys'] });
  });
  if (made !== undefined) return <ShownOnce what="keys" text={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t(`keys.create_${mode}`)}
      act={t('keys.create')}
      action={create}
      conflict={t('keys.conflict')}
      onClose={onClose}
    >
      {mode === 'live' && isConfirmed === false && (
        <Note tone="warn">
          <p>{t('error.unconfirmed')}</p>
        </Note>
      )}
      <TextInput
        label={t('keys.name')}
        hint={t('keys.name_hint')}
        isRequired
        value={name}
        onChange={setName}
      />
      <Select
        label={t('keys.kind')}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'secret', label: t('keys.secret_long') },
          { value: 'publishable', label: t('keys.publishable_long') },
        ]}
      />
    </FormDialog>
  );
}
