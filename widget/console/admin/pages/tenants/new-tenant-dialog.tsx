import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Residency } from '../../../../../src/domain/terms/residency.ts';
import { CallError, faultOf } from '../../../api/call-error.ts';
import { dataOf } from '../../../api/client.ts';
import { ResidencyChoice } from '../../../residency-choice.tsx';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { EmailInput, TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { PlanChoice } from '../../plan-choice.tsx';

/** Creates a customer and opens its page. The invited owner creates the customer's keys. */
export function NewTenantDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [plan, setPlan] = useState('');
  const [residency, setResidency] = useState<Residency>('none');
  const [email, setEmail] = useState('');
  const [isOwn, setOwn] = useState(false);
  const create = useAction(async () => {
    const body = {
      name: name.trim(),
      plan_id: plan === '' ? null : plan,
      residency,
      owner_email: email.trim(),
      ...(isOwn && { confirm_name: true }),
    };
    const { id } = await dataOf(client.POST('/admin/v1/tenants', { body }));
    await answers.invalidateQueries({ queryKey: ['tenants'] });
    onClose();
    navigate(`/customers/${id}?made=1`);
  });
  const { error } = create;
  const wrongName = faultOf(error, 'name', t('tenants.name_bad'));
  const isTaken = error instanceof CallError && error.code === 'CONFLICT';
  const fault = isTaken
    ? t('tenants.owner_taken')
    : faultOf(error, 'owner_email', t('tenants.owner_bad'));
  return (
    <FormDialog
      title={t('tenants.new')}
      act={t('tenants.create')}
      action={create}
      isFieldFault={fault !== undefined || wrongName !== undefined}
      onClose={onClose}
    >
      <TextInput
        label={t('tenants.name')}
        hint={t('tenants.name_hint')}
        isRequired
        value={name}
        onChange={setName}
        error={wrongName}
      />
      {(wrongName !== undefined || isOwn) && <OwnName isOwn={isOwn} onChange={setOwn} />}
      <PlanChoice value={plan} onChange={setPlan} />
      <ResidencyChoice value={residency} onChange={setResidency} />
      <EmailInput
        label={t('tenants.owner')}
        hint={t('tenants.owner_hint')}
        autoComplete="off"
        value={email}
        onChange={setEmail}
        error={fault}
      />
    </FormDialog>
  );
}

interface OwnNameProps {
  isOwn: boolean;
  onChange: (isOwn: boolean) => void;
}

/**
 * The checkbox with which an operator confirms that a name is the customer's own although it
 * resembles another company's. The operator who creates the customer is responsible for the name.
 */
function OwnName({ isOwn, onChange }: OwnNameProps) {
  const t = useTexts();
  return (
    <label className="check">
      <input type="checkbox" checked={isOwn} onChange={({ target }) => onChange(target.checked)} />
      <span>{t('tenants.name_own')}</span>
    </label>
  );
}
