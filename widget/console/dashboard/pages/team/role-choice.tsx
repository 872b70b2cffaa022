import { ROLES, type Role } from '../../../../../src/domain/customers/team/rights.ts';
import { useTexts } from '../../../texts/context.ts';
import { Select } from '../../../ui/select.tsx';

/** A choice of roles, with the permissions of the chosen role. */
export function RoleChoice({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  const t = useTexts();
  return (
    <div className="field">
      <Select
        label={t('team.role')}
        value={role}
        onChange={onChange}
        options={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
      />
      <p className="field-hint" aria-live="polite">
        {t(`role.${role}_text`)}
      </p>
    </div>
  );
}
