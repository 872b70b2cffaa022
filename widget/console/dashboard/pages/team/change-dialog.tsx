import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ROLES } from '../../../../../src/domain/customers/team/rights.ts';
import { faultOf } from '../../../api/call-error.ts';
import { dataOf } from '../../../api/client.ts';
import type { WireDashboardUser } from '../../../api/wire.ts';
import { useClient, useConsole, useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { RoleChoice } from './role-choice.tsx';

interface Props {
  member: WireDashboardUser;
  /** Opens the list of the member's sessions. */
  onSessions: () => void;
  onClose: () => void;
}

/** Changes a member's name, role, and permission to sign in. Unchanged fields are not sent. */
export function ChangeDialog({ member, onSessions, onClose }: Props) {
  const t = useTexts();
  const { keeper } = useConsole();
  const client = useClient();
  const user = useUser();
  const answers = useQueryClient();
  const [name, setName] = useState(member.name);
  const [role, setRole] = useState(ROLES.find((each) => each === member.role) ?? 'developer');
  const [active, setActive] = useState(member.active);
  const change = useAction(async () => {
    const changed = await dataOf(
      client.PATCH('/dashboard/v1/team/{id}', {
        params: { path: { id: member.id } },
        body: {
          ...(name.trim() !== member.name && { name: name.trim() }),
          ...(role !== member.role && { role }),
          ...(active !== member.active && { active }),
        },
      }),
    );
    if (changed.email === user.email)
      keeper.become({ ...user, name: changed.name, role: changed.role });
    await answers.invalidateQueries({ queryKey: ['team'] });
    onClose();
  });
  const wrong = faultOf(change.error, 'name', t('clients.name_bad'));
  return (
    <FormDialog
      title={t('team.change_named', { name: member.name })}
      act={t('policy.save')}
      action={change}
      conflict={t('team.last_owner')}
      isFieldFault={wrong !== undefined}
      aside={
        member.email !== user.email && (
          <Button look="plain" onPress={onSessions}>
            {t('member_sessions.show')}
          </Button>
        )
      }
      onClose={onClose}
    >
      <TextInput label={t('team.name')} isRequired value={name} onChange={setName} error={wrong} />
      <RoleChoice role={role} onChange={setRole} />
      <Select
        label={t('team.state')}
        value={active ? 'active' : 'inactive'}
        onChange={(value) => setActive(value === 'active')}
        options={[
          { value: 'active', label: t('team.active') },
          { value: 'inactive', label: t('team.inactive_long') },
        ]}
      />
    </FormDialog>
  );
}
