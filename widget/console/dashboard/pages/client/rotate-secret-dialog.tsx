import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import type { components } from '../../../api/schema.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { TypedWord } from '../../../ui/typed-word.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { OverlapChoice, type OverlapDays } from '../../overlap-choice.tsx';
import { ShownOnce } from '../../shown-once.tsx';

interface Props {
  found: components['schemas']['OAuthClient'];
  onClose: () => void;
}

/** While two secrets work, another one takes the place of the newest or of both: which one has to be said. To end all of them now, the client's name is typed. */
export function RotateSecretDialog({ found, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const hasTwo = found.previous_secret_expires_at !== undefined;
  const [days, setDays] = useState<OverlapDays>(hasTwo ? '0' : '1');
  const [typed, setTyped] = useState('');
  const [made, setMade] = useState<string>();
  const endsNow = days === '0';
  const rotate = useAction(async () => {
    const answer = await dataOf(
      client.POST('/dashboard/v1/oauth-clients/{id}/rotate-secret', {
        params: { path: { id: found.id } },
        body: { overlap_days: Number(days), ...(hasTwo && !endsNow && { keep: 'older' }) },
      }),
    );
    setMade(answer.client_secret ?? '');
    await answers.invalidateQueries({ queryKey: ['clients'] });
  });
  if (made !== undefined) return <ShownOnce what="clients" text={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t('client.rotate_title', { name: found.name })}
      act={t('client.rotate')}
      action={rotate}
      conflict={t('client.conflict')}
      look={endsNow ? 'danger' : 'primary'}
      isDisabled={endsNow && typed.trim() !== found.name}
      onClose={onClose}
    >
      <p>{t('client.rotate_text')}</p>
      {hasTwo && (
        <Note tone="warn">
          <p>{t('client.rotate_two')}</p>
        </Note>
      )}
      <OverlapChoice label={t('client.overlap')} value={days} onChange={setDays} />
      {endsNow && <TypedWord word={found.name} typed={typed} onChange={setTyped} />}
    </FormDialog>
  );
}
