// Names that operators have confirmed for a customer; a confirmation can be withdrawn.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { useAction } from '../../../ui/use-action.ts';

interface Props {
  tenantId: string;
  mayWrite: boolean;
}

export function NamesCard({ tenantId: id, mayWrite }: Props) {
  const t = useTexts();
  const client = useClient();
  const [selected, setSelected] = useState<string>();
  const names = useQuery({
    queryKey: ['confirmed', id],
    queryFn: () => dataOf(client.GET('/admin/v1/tenants/{id}/names', { params: { path: { id } } })),
  });
  return (
    <Card title={t('names.confirmed')}>
      <Loaded query={names} lines={1}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="muted">{t('names.confirmed_none')}</p>
          ) : (
            <ul className="rows">
              {rows.map(({ name, confirmed_at: at }) => (
                <li key={name} className="row">
                  <span className="row-text">
                    <bdi>{name}</bdi>
                    <span className="table-note">
                      <Moment at={at} />
                    </span>
                  </span>
                  {mayWrite && (
                    <Button
                      look="plain"
                      aria-label={t('names.withdraw_one', { name })}
                      onPress={() => setSelected(name)}
                    >
                      {t('names.withdraw')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {selected !== undefined && (
        <WithdrawDialog tenantId={id} name={selected} onClose={() => setSelected(undefined)} />
      )}
    </Card>
  );
}

interface WithdrawProps {
  tenantId: string;
  name: string;
  onClose: () => void;
}

function WithdrawDialog({ tenantId: id, name, onClose }: WithdrawProps) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const withdraw = useAction(async () => {
    const params = { path: { id }, query: { name } };
    await dataOf(client.DELETE('/admin/v1/tenants/{id}/names', { params }));
    await Promise.all(
      [['names'], ['confirmed', id], ['trail']].map((queryKey) =>
        answers.invalidateQueries({ queryKey }),
      ),
    );
    onClose();
  });
  return (
    <FormDialog
      title={t('names.withdraw_title', { name })}
      act={t('names.withdraw')}
      action={withdraw}
      look="danger"
      onClose={onClose}
    >
      <p>{t('names.withdraw_text')}</p>
    </FormDialog>
  );
}
