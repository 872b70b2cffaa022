// Withdraws kept ages: a single age, or all ages that match the search, 200 per call. To confirm,
// the operator types the account's id or the number of matching ages.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { MessageDialog } from '../../../ui/message-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import type { readSource } from './source.ts';

function useReload() {
  const answers = useQueryClient();
  return () =>
    Promise.all(
      [['ages'], ['person'], ['trail']].map((queryKey) => answers.invalidateQueries({ queryKey })),
    );
}

export function WithdrawOne({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const reload = useReload();
  return (
    <ConfirmDialog
      title={t('ages.withdraw_title')}
      word={String(id)}
      act={t('ages.withdraw')}
      onConfirm={async () => {
        const params = { path: { id } };
        await dataOf(client.POST('/admin/v1/verified-ages/{id}/revoke', { params }));
        await reload();
      }}
      onClose={onClose}
    >
      <p>{t('ages.withdraw_text')}</p>
    </ConfirmDialog>
  );
}

interface AllProps {
  source: ReturnType<typeof readSource>;
  onClose: () => void;
}

export function WithdrawAll({ source, onClose }: AllProps) {
  const t = useTexts();
  const formats = useFormats();
  const client = useClient();
  const reload = useReload();
  const [left, setLeft] = useState<number>();
  const withdraw = (isTrial: boolean) =>
    dataOf(
      client.POST('/admin/v1/verified-ages/revoke', { body: { ...source, dry_run: isTrial } }),
    );
  const count = useQuery({
    queryKey: ['ages-to-withdraw', source],
    queryFn: async () => (await withdraw(true)).remaining,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const found = count.data;
  if (found === undefined || found === 0)
    return (
      <MessageDialog title={t('ages.all_title')} onClose={onClose}>
        <Loaded query={count} lines={2}>
          {() => <p>{t('ages.none')}</p>}
        </Loaded>
      </MessageDialog>
    );
  return (
    <ConfirmDialog
      title={t('ages.all_title')}
      word={String(found)}
      act={t('ages.withdraw_all')}
      onConfirm={async () => {
        try {
          for (;;) {
            const { revoked, remaining } = await withdraw(false);
            setLeft(remaining);
            if (remaining === 0 || revoked === 0) break;
          }
        } finally {
          await reload();
        }
      }}
      onClose={onClose}
    >
      <p>{t('ages.all_text', { count: found })}</p>
      {left !== undefined && (
        <p className="muted" role="status">
          {t('ages.left', { number: formats.number(left) })}
        </p>
      )}
    </ConfirmDialog>
  );
}
