import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperatorRole } from '../../../../../src/domain/customers/admins/rights.ts';
import { CallError, faultOf } from '../../../api/call-error.ts';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { EmailInput, TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { RoleChoice } from './role-choice.tsx';

/**
 * Creates an operator. The person who fills in this form gives the new operator the first password,
 * unless the new operator uses single sign-on. The second factor is set up at the first sign-in.
 */
export function NewOperatorDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<OperatorRole>('support');
  const [password, setPassword] = useState('');
  const [isBySso, setBySso] = useState(false);
  const create = useAction(async () => {
    const body = {
      email: email.trim(),
      name: name.trim(),
      role,
      ...(!isBySso && { password }),
    };
    await dataOf(client.POST('/admin/v1/admins', { body }));
    await answers.invalidateQueries({ queryKey: ['operators'] });
    onClose();
  });
  const { error } = create;
  const isTaken = error instanceof CallError && error.code === 'CONFLICT';
  // If the operator is created without a password, a refusal of the password field means that the
  // identity provider does not cover the domain of the email address.
  const unknown = isBySso ? faultOf(error, 'password', t('operators.by_sso_bad')) : undefined;
  const faults = {
    email:
      unknown ?? (isTaken ? t('operators.taken') : faultOf(error, 'email', t('signup.email_bad'))),
    password: isBySso ? undefined : faultOf(error, 'password', t('signup.password_bad')),
  };
  return (
    <FormDialog
      title={t('operators.new')}
      act={t('operators.create')}
      action={create}
      isFieldFault={Object.values(faults).some((fault) => fault !== undefined)}
      onClose={onClose}
    >
      <TextInput label={t('operators.name')} isRequired value={name} onChange={setName} />
      <EmailInput
        label={t('signin.email')}
        autoComplete="off"
        value={email}
        onChange={setEmail}
        error={faults.email}
      />
      <RoleChoice value={role} onChange={setRole} />
      <FirstPassword
        isBySso={isBySso}
        onChoose={setBySso}
        value={password}
        onChange={setPassword}
        error={faults.password}
      />
    </FormDialog>
  );
}

interface FirstPasswordProps {
  /** Whether the operator signs in through the identity provider and therefore has no password. */
  isBySso: boolean;
  onChoose: (isBySso: boolean) => void;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

function FirstPassword({ isBySso, onChoose, ...field }: FirstPasswordProps) {
  const t = useTexts();
  return (
    <>
      {!isBySso && (
        <TextInput
          {...field}
          label={t('operators.first_password')}
          hint={t('operators.first_password_hint')}
          autoComplete="off"
          isRequired
          isCode
        />
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={isBySso}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <span>{t('operators.by_sso')}</span>
      </label>
    </>
  );
}
