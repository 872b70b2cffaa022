import { ROLES, type OperatorRole } from '../../../../../src/domain/customers/admins/rights.ts';
import { useTexts } from '../../../texts/context.ts';
import { Select } from '../../../ui/select.tsx';

/** A choice of role, with a description of the chosen role. */
export function RoleChoice({
  value,
  onChange,
}: {
  value: OperatorRole;
  onChange: (role: OperatorRole) => void;
}) {
  const t = useTexts();
  return (
    <div className="field">
      <Select
        label={t('operators.role')}
        value={value}
        onChange={onChange}
        options={ROLES.map((role) => ({ value: role, label: t(`operator_role.${role}`) }))}
      />
      <span className="field-hint">{t(`operator_role.${value}_text`)}</span>
    </div>
  );
}
