import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import type { WireApiKey } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TypedWord } from '../../../ui/typed-word.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { nameOfKey } from './key-name.ts';
import { OverlapChoice } from '../../overlap-choice.tsx';
import type { OverlapDays } from '../../overlap-days.ts';
import { ShownOnce } from '../../shown-once.tsx';

interface Props {
  apiKey: WireApiKey;
  onClose: () => void;
}

/**
 * Creates a new key. The old key stays valid long enough for the customer to deploy the new one. To
 * revoke the old key immediately, the member must type its last characters.
 */
export function RotateDialog({ apiKey, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [days, setDays] = useState<OverlapDays>('1');
  const [typed, setTyped] = useState('');
  const [made, setMade] = useState<string>();
  const endsNow = days === '0';
  const rotate = useAction(async () => {
    const key = await dataOf(
      client.POST('/dashboard/v1/api-keys/{id}/rotate', {
        params: { path: { id: apiKey.id } },
        body: { overlap_days: Number(days) },
      }),
    );
    setMade(key.key);
    await answers.invalidateQueries({ queryKey: ['keys'] });
  });
  if (made !== undefined) return <ShownOnce what="keys" text={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t('keys.rotate_title', { name: nameOfKey(apiKey) })}
      act={t('keys.rotate')}
      action={rotate}
      conflict={t('keys.conflict_rotate')}
      look={endsNow ? 'danger' : 'primary'}
      isDisabled={endsNow && typed.trim() !== apiKey.last_four}
      onClose={onClose}
    >
      <p>{t('keys.rotate_text')}</p>
      <OverlapChoice label={t('keys.overlap')} value={days} onChange={setDays} />
      {endsNow && <TypedWord word={apiKey.last_four} typed={typed} onChange={setTyped} />}
    </FormDialog>
  );
}
