// A country out of some 250, by typing a part of its name or with the arrow keys (ARIA Authoring Practices, combobox with
// a list). What is chosen stands in the field.
import type { TargetedKeyboardEvent } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import { countriesIn, countriesLike } from './countries.ts';
import type { DocumentTexts } from './document-texts.ts';

interface CountryBoxProps {
  t: DocumentTexts;
  /** ISO 3166-1 alpha-2, or empty. */
  value: string;
  onChoose: (country: string) => void;
}

export function CountryBox({ t, value, onChoose }: CountryBoxProps) {
  const id = useId();
  const all = useMemo(() => countriesIn(t.locale), [t.locale]);
  const nameOf = (code: string) => all.find((one) => one.code === code)?.name ?? '';
  /** What is typed, while the list is open. */
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(0);
  const rows = typed === undefined ? [] : countriesLike(all, typed);
  const isOpen = typed !== undefined;
  const open = (text: string) => {
    setTyped(text);
    setAt(Math.max(0, text === '' ? all.findIndex(({ code }) => code === value) : 0));
  };
  const close = () => setTyped(undefined);
  /** What is typed next replaces the name in the field. */
  const closeAt = (field: HTMLInputElement) => {
    close();
    setTimeout(() => field.select());
  };
  const choose = (index: number) => {
    const row = rows[index];
    if (row) onChoose(row.code);
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
      closeAt(event.currentTarget);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      closeAt(event.currentTarget);
    }
  };
  const rowId = (index: number) => `${id}-${index}`;
  return (
    <div class="country">
      <label for={id}>{t('document.country')}</label>
      <input
        id={id}
        class="field"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && rows.length > 0 ? rowId(at) : undefined}
        value={typed ?? nameOf(value)}
        placeholder={nameOf(value)}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => !isOpen && open('')}
        onInput={(event) => open(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <ul id={`${id}-list`} class="rows" role="listbox" hidden={!isOpen || rows.length === 0}>
        {rows.map(({ code, name }, index) => (
          <li
            key={code}
            id={rowId(index)}
            role="option"
            aria-selected={index === at}
            ref={index === at ? scrollIntoList : null}
            // Before the field loses the focus.
            onMouseDown={(event) => {
              event.preventDefault();
              choose(index);
              close();
            }}
          >
            {name}
          </li>
        ))}
      </ul>
      <p class="small" role="status">
        {isOpen && rows.length === 0 && t('document.country_none')}
      </p>
    </div>
  );
}

/** Within the list only: the page stays where it is. */
function scrollIntoList(row: HTMLElement | null): void {
  const list = row?.parentElement;
  if (!row || !list) return;
  const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
