import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ROLES, type OperatorRole } from '../../../../../src/domain/customers/admins/rights.ts';
import { dataOf } from '../../../api/client.ts';
import type { WireAdminUser } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { RoleChoice } from './role-choice.tsx';

interface Props {
  operator: WireAdminUser;
  onClose: () => void;
}

/**
 * Changes an operator's name, role and permission to sign in, or, after a typed confirmation,
 * removes the operator.
 */
export function ChangeOperatorDialog({ operator, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const finish = useFinish(onClose);
  const [name, setName] = useState(operator.name);
  const [role, setRole] = useState<OperatorRole>(
    ROLES.find((each) => each === operator.role) ?? 'analyst',
  );
  const [isActive, setActive] = useState(operator.active);
  const [isEnding, setEnding] = useState(false);
  const save = useAction(async () => {
    // The body contains only the fields that were changed in this dialog, so that it does not
    // overwrite a change that a colleague has made in the meantime.
    const body = {
      ...(name.trim() !== operator.name && { name: name.trim() }),
      ...(role !== operator.role && { role }),
      ...(isActive !== operator.active && { active: isActive }),
    };
    const params = { path: { id: operator.id } };
    await dataOf(client.PATCH('/admin/v1/admins/{id}', { params, body }));
    await finish();
  });
  if (isEnding)
    return <RemoveDialog operator={operator} onDone={finish} onClose={() => setEnding(false)} />;
  return (
    <FormDialog
      title={t('operators.change_one', { name: operator.name })}
      act={t('act.save')}
      action={save}
      conflict={t('operators.last_one')}
      aside={
        <Button look="plain" onPress={() => setEnding(true)}>
          {t('act.remove')}
        </Button>
      }
      onClose={onClose}
    >
      <TextInput label={t('operators.name')} isRequired value={name} onChange={setName} />
      <RoleChoice value={role} onChange={setRole} />
      <label className="check">
        <input
          type="checkbox"
          checked={isActive}
          onChange={({ target }) => setActive(target.checked)}
        />
        <span>
          {t('operators.active')}
          <span className="table-note">{t('operators.active_text')}</span>
        </span>
      </label>
    </FormDialog>
  );
}

function RemoveDialog({ operator, onDone, onClose }: Props & { onDone: () => Promise<void> }) {
  const t = useTexts();
  const client = useClient();
  const params = { path: { id: operator.id } };
  return (
    <ConfirmDialog
      title={t('operators.remove_title')}
      word={operator.email}
      act={t('act.remove')}
      conflict={t('operators.last_one')}
      onConfirm={async () => {
        await dataOf(client.DELETE('/admin/v1/admins/{id}', { params }));
        await onDone();
      }}
      onClose={onClose}
    >
      <p>{t('operators.remove_text')}</p>
    </ConfirmDialog>
  );
}

/** @returns a function to call after a change: it reloads the lists that show the change */
function useFinish(onClose: () => void): () => Promise<void> {
  const answers = useQueryClient();
  return async () => {
    await Promise.all(
      [['operators'], ['trail']].map((queryKey) => answers.invalidateQueries({ queryKey })),
    );
    onClose();
  };
}
