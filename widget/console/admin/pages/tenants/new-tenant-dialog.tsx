import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { CallError } from '../../../api/call-error.ts';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { PlanChoice } from '../../plan-choice.tsx';

/** Afterwards the new customer's page. Its keys are made by whoever is invited. */
export function NewTenantDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [plan, setPlan] = useState('');
  const [email, setEmail] = useState('');
  const create = useAction(async () => {
    const body = {
      name: name.trim(),
      plan_id: plan === '' ? null : plan,
      owner_email: email.trim(),
    };
    const { id } = await dataOf(client.POST('/admin/v1/tenants', { body }));
    await answers.invalidateQueries({ queryKey: ['tenants'] });
    onClose();
    navigate(`/customers/${id}?made=1`);
  });
  const { error } = create;
  const fields = error instanceof CallError ? error.fields : {};
  const isBadAddress = fields['owner_email'] !== undefined;
  const isTaken = error instanceof CallError && error.code === 'CONFLICT';
  return (
    <Dialog title={t('tenants.new')} isOpen onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          create.run();
        }}
      >
        <TextInput
          label={t('tenants.name')}
          hint={t('tenants.name_hint')}
          isRequired
          value={name}
          onChange={setName}
        />
        <PlanChoice value={plan} onChange={setPlan} />
        <TextInput
          label={t('tenants.owner')}
          hint={t('tenants.owner_hint')}
          type="email"
          isRequired
          isCode
          autoComplete="off"
          value={email}
          onChange={setEmail}
          error={
            isBadAddress ? t('tenants.owner_bad') : isTaken ? t('tenants.owner_taken') : undefined
          }
        />
        {error !== undefined && !isBadAddress && !isTaken && <ErrorNote error={error} />}
        <div className="dialog-foot">
          <Button onPress={onClose}>{t('confirm.cancel')}</Button>
          <Button type="submit" look="primary" isPending={create.isRunning}>
            {t('tenants.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
