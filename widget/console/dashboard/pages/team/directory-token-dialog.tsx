import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ShownOnce } from '../../shown-once.tsx';

/** The roles that members created by the directory can get by default, fewest permissions first. */
const DEFAULT_ROLES = ['analyst', 'reviewer', 'developer'] as const;
const DAYS = ['90', '180', '365', '730'] as const;

/** Creates a token, then shows it once. */
export function DirectoryTokenDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [role, setRole] = useState<(typeof DEFAULT_ROLES)[number]>('analyst');
  const [days, setDays] = useState<(typeof DAYS)[number]>('365');
  const [made, setMade] = useState<string>();
  const create = useAction(async () => {
    const body = { default_role: role, expires_in_days: Number(days) };
    const { token } = await dataOf(client.POST('/dashboard/v1/scim-tokens', { body }));
    setMade(token);
    await answers.invalidateQueries({ queryKey: ['directory'] });
  });
  if (made !== undefined) return <ShownOnce what="directory" text={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t('directory.create')}
      act={t('directory.create')}
      action={create}
      conflict={t('directory.conflict')}
      onClose={onClose}
    >
      <p>{t('directory.create_text')}</p>
      <Select
        label={t('directory.role')}
        hint={t('directory.role_hint')}
        value={role}
        onChange={setRole}
        options={DEFAULT_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
      />
      <Select
        label={t('directory.days')}
        value={days}
        onChange={setDays}
        options={DAYS.map((value) => ({
          value,
          label: t('directory.days_value', { days: value }),
        }))}
      />
    </FormDialog>
  );
}
