import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { withValue } from '../../address.ts';
import { useOperators } from '../../queries.ts';
import { ACTIONS, sayAction } from '../../say-action.ts';

interface Props {
  address: URLSearchParams;
  onChange: (address: URLSearchParams) => void;
}

/** Each choice counts at once. Whoever may not see operators' names does not choose by them. */
export function TrailFilters({ address, onChange }: Props) {
  const t = useTexts();
  const operators = useOperators();
  const choose = (name: string) => (value: string) => onChange(withValue(address, name, value));
  return (
    <div className="filters">
      <Select
        label={t('trail.action')}
        value={address.get('action') ?? ''}
        onChange={choose('action')}
        options={[
          { value: '', label: t('filter.all') },
          ...ACTIONS.map((action) => ({ value: action as string, label: sayAction(action, t) })),
        ]}
      />
      {operators.data !== undefined && (
        <Select
          label={t('trail.who')}
          value={address.get('operator') ?? ''}
          onChange={choose('operator')}
          options={[
            { value: '', label: t('filter.all') },
            ...operators.data.rows.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      <TextInput
        label={t('filter.from')}
        type="date"
        value={address.get('from') ?? ''}
        onChange={choose('from')}
      />
      <TextInput
        label={t('filter.to')}
        type="date"
        value={address.get('to') ?? ''}
        onChange={choose('to')}
      />
      {address.size > 0 && (
        <div className="filter-buttons">
          <Button look="plain" onPress={() => onChange(new URLSearchParams())}>
            {t('filter.clear')}
          </Button>
        </div>
      )}
    </div>
  );
}
