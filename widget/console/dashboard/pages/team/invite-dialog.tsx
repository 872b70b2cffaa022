import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '../../../../../src/domain/customers/team/rights.ts';
import { faultOf } from '../../../api/call-error.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { EmailInput, TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { RoleChoice } from './role-choice.tsx';

/**
 * Sends an invitation link by email. The response is the same whether or not the address already
 * belongs to a member of another customer.
 */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const { email_verified: isConfirmed } = useUser();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const invite = useAction(async () => {
    const called = name.trim();
    const body = { email: email.trim(), role, ...(called !== '' && { name: called }) };
    await client.POST('/dashboard/v1/team/invitations', { body });
    await answers.invalidateQueries({ queryKey: ['invitations'] });
    onClose();
  });
  const wrong = faultOf(invite.error, 'email', t('signup.email_bad'));
  const wrongName = faultOf(invite.error, 'name', t('signup.name_bad'));
  return (
    <FormDialog
      title={t('team.invite_title')}
      act={t('team.send')}
      action={invite}
      isFieldFault={wrong !== undefined || wrongName !== undefined}
      conflict={t('team.invite_conflict')}
      onClose={onClose}
    >
      {isConfirmed === false && (
        <Note tone="warn">
          <p>{t('error.unconfirmed')}</p>
        </Note>
      )}
      <p>{t('team.invite_text')}</p>
      <EmailInput label={t('signin.email')} value={email} onChange={setEmail} error={wrong} />
      <TextInput
        label={t('team.name')}
        hint={t('team.name_hint')}
        value={name}
        onChange={setName}
        error={wrongName}
      />
      <RoleChoice role={role} onChange={setRole} />
    </FormDialog>
  );
}
