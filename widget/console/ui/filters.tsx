// The filters of a page's list, kept in the URL. Selections apply immediately; typed text applies
// once Enter is pressed.
import { useSearchParams } from 'wouter';
import { useTexts } from '../texts/context.ts';
import { isReversed, withValue } from './address.ts';
import { Button } from './button.tsx';
import { TextInput } from './field.tsx';
import { Select } from './select.tsx';
import { useDraft } from './use-draft.ts';

interface Named {
  /** The name of the filter in the URL. */
  name: string;
  label: string;
}

interface Search extends Named {
  isCode?: boolean;
  /**
   * Handles typed text that is not a search term.
   * @returns true when it was handled
   */
  onFind?: (text: string) => boolean;
}

interface Choice extends Named {
  options: readonly { value: string; label: string }[];
}

interface Props {
  search?: Search;
  choices?: readonly Choice[];
}

/** The filters of a list, which include a first and a last day. */
export function Filters({ search, choices = [] }: Props) {
  const t = useTexts();
  const [address, setAddress] = useSearchParams();
  const found = (search && address.get(search.name)) ?? '';
  const { draft, change } = useDraft(found, (typed) => ({ typed }));
  const choose = (name: string) => (value: string) => setAddress(withValue(address, name, value));
  const find = ({ name, onFind }: Search) => {
    const text = draft.typed.trim();
    change({ typed: text });
    if (onFind?.(text) !== true) choose(name)(text);
  };
  const clear = () => {
    change({ typed: '' });
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
          value={draft.typed}
          onChange={(typed) => change({ typed })}
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
      <Days address={address} onChoose={choose} />
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

interface DaysProps {
  address: URLSearchParams;
  onChoose: (name: string) => (value: string) => void;
}

/** The fields for the first and the last day. */
function Days({ address, onChoose }: DaysProps) {
  const t = useTexts();
  return (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      label={t(`filter.${name}`)}
      type="date"
      value={address.get(name) ?? ''}
      onChange={onChoose(name)}
      error={name === 'to' && isReversed(address) ? t('filter.reversed') : undefined}
    />
  ));
}
