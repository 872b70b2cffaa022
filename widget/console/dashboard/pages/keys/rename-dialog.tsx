import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireApiKey } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { nameOfKey } from './key-name.ts';

interface Props {
  apiKey: WireApiKey;
  onClose: () => void;
}

export function RenameDialog({ apiKey, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [name, setName] = useState(apiKey.name);
  const rename = useAction(async () => {
    await client.PATCH('/dashboard/v1/api-keys/{id}', {
      params: { path: { id: apiKey.id } },
      body: { name: name.trim() },
    });
    await answers.invalidateQueries({ queryKey: ['keys'] });
    onClose();
  });
  return (
    <FormDialog
      title={t('keys.rename_named', { name: nameOfKey(apiKey) })}
      act={t('policy.save')}
      action={rename}
      onClose={onClose}
    >
      <TextInput
        label={t('keys.name')}
        hint={t('keys.name_hint')}
        isRequired
        value={name}
        onChange={setName}
      />
    </FormDialog>
  );
}
