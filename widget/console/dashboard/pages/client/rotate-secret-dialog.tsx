import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import type { components } from '../../../api/schema.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorNote, Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ShownOnce } from '../../shown-once.tsx';

const DAYS = ['0', '1', '3', '7'] as const;

interface Props {
  found: components['schemas']['OAuthClient'];
  onClose: () => void;
}

/** While two secrets work, another one takes the place of the newest or of both: which one has to be said. */
export function RotateSecretDialog({ found, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const hasTwo = found.previous_secret_expires_at !== undefined;
  const [days, setDays] = useState<(typeof DAYS)[number]>(hasTwo ? '0' : '1');
  const [made, setMade] = useState<string>();
  const rotate = useAction(async () => {
    const answer = await dataOf(
      client.POST('/dashboard/v1/oauth-clients/{id}/rotate-secret', {
        params: { path: { id: found.id } },
        body: { overlap_days: Number(days), ...(hasTwo && days !== '0' && { keep: 'older' }) },
      }),
    );
    setMade(answer.client_secret ?? '');
    await answers.invalidateQueries({ queryKey: ['clients'] });
  });
  if (made !== undefined) return <ShownOnce what="clients" text={made} onClose={onClose} />;
  return (
    <Dialog title={t('client.rotate_title', { name: found.name })} isOpen onClose={onClose}>
      <p>{t('client.rotate_text')}</p>
      {hasTwo && (
        <Note tone="warn">
          <p>{t('client.rotate_two')}</p>
        </Note>
      )}
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          rotate.run();
        }}
      >
        <Select
          label={t('client.overlap')}
          value={days}
          onChange={setDays}
          options={DAYS.map((value) => ({
            value,
            label:
              value === '0' ? t('keys.overlap_none') : t('keys.days', { count: Number(value) }),
          }))}
        />
        {rotate.error !== undefined && <ErrorNote error={rotate.error} />}
        <div className="dialog-foot">
          <Button onPress={onClose}>{t('confirm.cancel')}</Button>
          <Button type="submit" look="primary" isPending={rotate.isRunning}>
            {t('client.rotate')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
