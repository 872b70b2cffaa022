// What a page's list shows, chosen by its reader and kept in the address. Lists choose at once; what is typed is looked for
// with Enter.
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useTexts } from '../texts/context.ts';
import { withValue } from './address.ts';
import { Button } from './button.tsx';
import { TextInput } from './field.tsx';
import { Select } from './select.tsx';

interface Named {
  /** In the address. */
  name: string;
  label: string;
}

interface Search extends Named {
  isCode?: boolean;
  /** What is no search after all. @returns true when it was dealt with */
  onFind?: (text: string) => boolean;
}

interface Choice extends Named {
  options: readonly { value: string; label: string }[];
}

interface Props {
  search?: Search;
  choices?: readonly Choice[];
}

/** With the days from and to. */
export function Filters({ search, choices = [] }: Props) {
  const t = useTexts();
  const [address, setAddress] = useSearchParams();
  const [typed, setTyped] = useState((search && address.get(search.name)) ?? '');
  const choose = (name: string) => (value: string) => setAddress(withValue(address, name, value));
  const find = ({ name, onFind }: Search) => {
    const text = typed.trim();
    if (onFind?.(text) !== true) choose(name)(text);
  };
  const clear = () => {
    setTyped('');
    setAddress(new URLSearchParams());
  };
  return (
    <form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        if (search) find(search);
      }}
    >
      {search && (
        <TextInput
          label={search.label}
          type="search"
          {...(search.isCode === true && { isCode: true })}
          value={typed}
          onChange={setTyped}
        />
      )}
      {choices.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          value={address.get(name) ?? ''}
          onChange={choose(name)}
          options={[{ value: '', label: t('filter.all') }, ...options]}
        />
      ))}
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(`filter.${name}`)}
          type="date"
          value={address.get(name) ?? ''}
          onChange={choose(name)}
        />
      ))}
      {(search !== undefined || address.size > 0) && (
        <div className="filter-buttons">
          {search && <Button type="submit">{t('filter.find')}</Button>}
          {address.size > 0 && (
            <Button look="plain" onPress={clear}>
              {t('filter.clear')}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
