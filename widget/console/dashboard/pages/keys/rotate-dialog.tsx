import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import type { components } from '../../../api/schema.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { nameOfKey } from './key-name.ts';
import { ShownOnce } from '../../shown-once.tsx';

const DAYS = ['0', '1', '3', '7'] as const;

interface Props {
  apiKey: components['schemas']['ApiKey'];
  onClose: () => void;
}

/** A new key beside the old one, which stays good for as long as a release takes. */
export function RotateDialog({ apiKey, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [days, setDays] = useState<(typeof DAYS)[number]>('1');
  const [made, setMade] = useState<string>();
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
    <Dialog title={t('keys.rotate_title', { name: nameOfKey(apiKey) })} isOpen onClose={onClose}>
      <p>{t('keys.rotate_text')}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          rotate.run();
        }}
      >
        <Select
          label={t('keys.overlap')}
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
            {t('keys.rotate')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
