// A combobox with a list of about 250 countries (ARIA Authoring Practices), in which the visitor
// types part of a name or uses the arrow keys. The field shows the chosen country.
import type { TargetedKeyboardEvent } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import { countriesIn, countriesLike, type Country } from './countries.ts';
import type { DocumentTexts } from './document-texts.ts';

interface CountryBoxProps {
  t: DocumentTexts;
  /** The chosen country: ISO 3166-1 alpha-2, or empty. */
  value: string;
  onChoose: (country: string) => void;
}

export function CountryBox({ t, value, onChoose }: CountryBoxProps) {
  const id = useId();
  const all = useMemo(() => countriesIn(t.locale), [t.locale]);
  const nameOf = (code: string) => all.find((one) => one.code === code)?.name ?? '';
  const { typed, rows, at, open, close, choose, onKeyDown } = useList(all, value, onChoose);
  return (
    <div class="country">
      <label for={id}>{t('document.country')}</label>
      <input
        id={id}
        class="field"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-expanded={typed !== undefined}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={rows.length > 0 ? rowId(id, at) : undefined}
        value={typed ?? nameOf(value)}
        placeholder={nameOf(value)}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => typed === undefined && open('')}
        onInput={(event) => open(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <Rows id={id} rows={rows} at={at} onChoose={choose} />
      <p class="small" role="status">
        {typed !== undefined && rows.length === 0 ? t('document.country_none') : ''}
      </p>
    </div>
  );
}

/** The list of countries that match the typed text, and the keys that navigate the list. */
function useList(all: readonly Country[], value: string, onChoose: (country: string) => void) {
  /** The typed text, while the list is open. */
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(0);
  const rows = typed === undefined ? [] : countriesLike(all, typed);
  const isOpen = typed !== undefined;
  const open = (text: string) => {
    setTyped(text);
    setAt(Math.max(0, text === '' ? all.findIndex(({ code }) => code === value) : 0));
  };
  const close = () => setTyped(undefined);
  const choose = (index: number) => {
    const row = rows[index];
    if (row) onChoose(row.code);
    close();
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) open('');
      else setAt((at + step + rows.length) % Math.max(1, rows.length));
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      choose(at);
      selectSoon(event.currentTarget);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
      selectSoon(event.currentTarget);
    }
  };
  return { typed, rows, at, open, close, choose, onKeyDown };
}

/** Selects the name in the field, so that the next typed text replaces it. */
function selectSoon(field: HTMLInputElement): void {
  setTimeout(() => field.select());
}

const rowId = (id: string, index: number): string => `${id}-${index}`;

interface RowsProps {
  /** The id of the field. */
  id: string;
  /** The countries in the list; empty while it is closed. */
  rows: readonly Country[];
  /** The index of the option that Enter would choose. */
  at: number;
  onChoose: (index: number) => void;
}

function Rows({ id, rows, at, onChoose }: RowsProps) {
  return (
    <ul id={`${id}-list`} class="rows" role="listbox" hidden={rows.length === 0}>
      {rows.map(({ code, name }, index) => (
        <li
          key={code}
          id={rowId(id, index)}
          role="option"
          aria-selected={index === at}
          ref={index === at ? scrollIntoList : null}
          // Unlike a click, this runs before the field loses focus, which would close the list.
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(index);
          }}
        >
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Scrolls only within the list: the page does not move. */
function scrollIntoList(row: HTMLElement | null): void {
  const list = row?.parentElement;
  if (!row || !list) return;
  const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
