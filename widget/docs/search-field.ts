// The search field: loads the search when it is needed, and shows the results as a list.
import type { FoundPage, Search } from './search.ts';

const SHOWN = 8;

/** Shows the field; "/" focuses it from anywhere in the page. */
export function setUpSearch(): void {
  const box = document.querySelector<HTMLElement>('.search');
  const input = document.querySelector<HTMLInputElement>('#search');
  const panel = document.querySelector<HTMLElement>('.found');
  if (box === null || input === null || panel === null) return;
  box.hidden = false;
  const field = new SearchField(input, panel);
  input.addEventListener('focus', () => void field.load());
  input.addEventListener('input', () => void field.update());
  // The input and the list both handle keys, because the list can take focus too, so that keyboard
  // users can scroll it.
  for (const part of [input, panel])
    part.addEventListener('keydown', (event) => field.onKey(event));
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !box.contains(target)) field.close();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}

class SearchField {
  #search: Promise<Search> | undefined;
  #chosen = -1;

  readonly input: HTMLInputElement;
  readonly panel: HTMLElement;

  constructor(input: HTMLInputElement, panel: HTMLElement) {
    this.input = input;
    this.panel = panel;
  }

  load(): Promise<Search> {
    this.#search ??= import('./search.ts').then(({ loadSearch }) => loadSearch());
    this.#search.catch(() => (this.#search = undefined));
    return this.#search;
  }

  async update(): Promise<void> {
    const query = this.input.value.trim();
    if (query === '') return this.close();
    try {
      const search = await this.load();
      if (query === this.input.value.trim()) this.#show(search.find(query).slice(0, SHOWN));
    } catch {
      this.#showStatus('The search could not be loaded. Is this device offline?');
    }
  }

  close(): void {
    this.panel.hidden = true;
    this.input.setAttribute('aria-expanded', 'false');
    this.#choose(-1);
  }

  onKey(event: KeyboardEvent): void {
    const options = this.#options();
    if (event.key === 'Escape') {
      this.input.focus();
      return this.close();
    }
    if (event.key === 'Enter') {
      const option = options[Math.max(0, this.#chosen)];
      if (option !== undefined && !this.panel.hidden) this.#follow(option);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || options.length === 0) return;
    event.preventDefault();
    this.#choose((this.#chosen + step + options.length) % options.length);
  }

  #show(found: readonly FoundPage[]): void {
    this.#list().replaceChildren(...found.map((each, place) => this.#option(each, place)));
    this.#chosen = -1;
    this.#showStatus(
      found.length === 0
        ? 'Nothing was found. Try a field’s name, an error’s code, or fewer words.'
        : `${found.length === SHOWN ? `The best ${SHOWN}` : found.length} found`,
    );
  }

  #showStatus(words: string): void {
    const line = this.panel.querySelector('.found-count');
    if (line !== null) line.textContent = words;
    this.panel.hidden = false;
    this.input.setAttribute('aria-expanded', 'true');
  }

  #option({ address, page, heading, excerpt }: FoundPage, place: number): HTMLElement {
    const item = document.createElement('li');
    item.id = `found-${place}`;
    item.setAttribute('role', 'option');
    item.dataset['address'] = address;
    const title = document.createElement('strong');
    title.textContent = heading === page ? page : `${page}: ${heading}`;
    const text = document.createElement('span');
    text.textContent = excerpt;
    item.append(title, text);
    item.addEventListener('click', () => this.#follow(item));
    return item;
  }

  #choose(place: number): void {
    this.#chosen = place;
    this.#options().forEach((option, index) =>
      option.setAttribute('aria-selected', String(index === place)),
    );
    const chosen = this.#options()[place];
    for (const part of [this.input, this.#list()])
      if (chosen === undefined) part.removeAttribute('aria-activedescendant');
      else part.setAttribute('aria-activedescendant', chosen.id);
    chosen?.scrollIntoView({ block: 'nearest' });
  }

  #follow(option: HTMLElement): void {
    this.close();
    location.assign(option.dataset['address'] ?? '/docs');
  }

  #list = (): HTMLElement => this.panel.querySelector('ul') ?? this.panel;
  #options = (): HTMLElement[] => [...this.panel.querySelectorAll('li')];
}
