import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { ACCOUNT_STATUSES } from '../../account-status.tsx';
import { withValue } from '../../address.ts';

interface Props {
  address: URLSearchParams;
  onChange: (address: URLSearchParams) => void;
}

/** Lists choose at once; what is typed is looked for with Enter. */
export function PeopleFilters({ address, onChange }: Props) {
  const t = useTexts();
  const [search, setSearch] = useState(address.get('search') ?? '');
  const choose = (name: string) => (value: string) => onChange(withValue(address, name, value));
  return (
    <Form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        choose('search')(search.trim());
      }}
    >
      <TextInput label={t('people.search')} type="search" value={search} onChange={setSearch} />
      <Select
        label={t('people.status')}
        value={address.get('status') ?? ''}
        onChange={choose('status')}
        options={[
          { value: '', label: t('filter.all') },
          ...ACCOUNT_STATUSES.map((status) => ({
            value: status as string,
            label: t(`account_status.${status}`),
          })),
        ]}
      />
      <Select
        label={t('people.confirmed')}
        value={address.get('confirmed') ?? ''}
        onChange={choose('confirmed')}
        options={[
          { value: '', label: t('filter.all') },
          { value: 'true', label: t('filter.yes') },
          { value: 'false', label: t('filter.no') },
        ]}
      />
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
      <div className="filter-buttons">
        <Button type="submit">{t('filter.find')}</Button>
        {address.size > 0 && (
          <Button
            look="plain"
            onPress={() => {
              setSearch('');
              onChange(new URLSearchParams());
            }}
          >
            {t('filter.clear')}
          </Button>
        )}
      </div>
    </Form>
  );
}
