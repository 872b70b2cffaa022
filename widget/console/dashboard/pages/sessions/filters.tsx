import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { useLocation } from 'wouter';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { STATUSES } from '../../session-status.tsx';
import { TYPES } from './session-filter.ts';

interface Props {
  address: URLSearchParams;
  onChange: (address: URLSearchParams) => void;
}

/** Tokens of sessions: `xtk_` of callbacks and events, `xit_` of init. */
const IS_TOKEN = /^x(tk|it)_[\w-]+$/;

/** Lists choose at once; what is typed is looked for with Enter. */
export function Filters({ address, onChange }: Props) {
  const t = useTexts();
  const [, navigate] = useLocation();
  const [search, setSearch] = useState(address.get('user') ?? '');
  const choose = (name: string, value: string) => {
    const after = new URLSearchParams(address);
    after.delete('page');
    if (value === '') after.delete(name);
    else after.set(name, value);
    onChange(after);
  };
  return (
    <Form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        const text = search.trim();
        if (IS_TOKEN.test(text)) navigate(`/sessions/${text}`);
        else choose('user', text);
      }}
    >
      <TextInput
        label={t('sessions.search')}
        type="search"
        isCode
        value={search}
        onChange={setSearch}
      />
      <Select
        label={t('sessions.status')}
        value={address.get('status') ?? ''}
        onChange={(value) => choose('status', value)}
        options={[
          { value: '', label: t('sessions.all') },
          ...STATUSES.map((status) => ({ value: status as string, label: t(`status.${status}`) })),
        ]}
      />
      <Select
        label={t('sessions.type')}
        value={address.get('type') ?? ''}
        onChange={(value) => choose('type', value)}
        options={[
          { value: '', label: t('sessions.all') },
          ...TYPES.map((type) => ({ value: type as string, label: t(`type.${type}`) })),
        ]}
      />
      <TextInput
        label={t('sessions.from')}
        type="date"
        value={address.get('from') ?? ''}
        onChange={(value) => choose('from', value)}
      />
      <TextInput
        label={t('sessions.to')}
        type="date"
        value={address.get('to') ?? ''}
        onChange={(value) => choose('to', value)}
      />
      <div className="filter-buttons">
        <Button type="submit">{t('sessions.find')}</Button>
        {address.size > 0 && (
          <Button
            look="plain"
            onPress={() => {
              setSearch('');
              onChange(new URLSearchParams());
            }}
          >
            {t('sessions.clear')}
          </Button>
        )}
      </div>
    </Form>
  );
}
