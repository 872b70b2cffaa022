import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import type { WireOAuthClient } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { News } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { TypedWord } from '../../../ui/typed-word.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { OverlapChoice } from '../../overlap-choice.tsx';
import type { OverlapDays } from '../../overlap-days.ts';
import { ShownOnce } from '../../shown-once.tsx';
import { bodyOf, ENDINGS, endsNow, type Ending } from './secret-rotation.ts';

interface Props {
  found: WireOAuthClient;
  onClose: () => void;
}

/**
 * Creates a new secret. While two secrets work, the new secret replaces the newer one or both. If a
 * secret stops working immediately, the member must type the client's name.
 */
export function RotateSecretDialog({ found, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const worksTwice = found.previous_secret_expires_at !== undefined;
  // The number of working secrets is determined once, when the dialog opens, so that a colleague's
  // new secret does not change the text while the member is reading it.
  const [hasTwo] = useState(worksTwice);
  const [days, setDays] = useState<OverlapDays>('1');
  const [ending, setEnding] = useState<Ending>('both');
  const [typed, setTyped] = useState('');
  const [made, setMade] = useState<string>();
  const rotation = hasTwo ? ending : days;
  const isLoss = endsNow(rotation);
  const isOvertaken = worksTwice && !hasTwo;
  const rotate = useAction(async () => {
    try {
      const answer = await dataOf(
        client.POST('/dashboard/v1/oauth-clients/{id}/rotate-secret', {
          params: { path: { id: found.id } },
          body: bodyOf(rotation),
        }),
      );
      setMade(answer.client_secret ?? '');
    } finally {
      await answers.invalidateQueries({ queryKey: ['clients'] });
    }
  });
  if (made !== undefined) return <ShownOnce what="clients" text={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t('client.rotate_title', { name: found.name })}
      act={t('client.rotate')}
      action={rotate}
      conflict={t('client.conflict')}
      look={isLoss ? 'danger' : 'primary'}
      isDisabled={isOvertaken || (isLoss && typed.trim() !== found.name)}
      onClose={onClose}
    >
      <p>{t(hasTwo ? 'client.rotate_two' : 'client.rotate_text')}</p>
      {hasTwo ? (
        <Select
          label={t('client.ends')}
          value={ending}
          onChange={setEnding}
          options={ENDINGS.map((value) => ({ value, label: t(`client.ends_${value}`) }))}
        />
      ) : (
        <OverlapChoice label={t('client.overlap')} value={days} onChange={setDays} />
      )}
      {isLoss && <TypedWord word={found.name} typed={typed} onChange={setTyped} />}
      {isOvertaken && rotate.error === undefined && <News tone="warn">{t('client.conflict')}</News>}
    </FormDialog>
  );
}
