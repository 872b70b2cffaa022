// Tabs above each sample call for choosing a programming language, which applies to all samples and
// is remembered, and a copy button on every piece of code.

const REMEMBERED = 'agate-docs-language';
/** The placeholder for an installation's URL in the pages (scripts/load-description.ts). */
const EXAMPLE = 'https://verify.example';

/** Adds tabs and buttons, and inserts this installation's URL into the calls. */
export function setUpSamples(): void {
  for (const pre of document.querySelectorAll('.samples pre')) nameThisHost(pre);
  const groups = [...document.querySelectorAll<HTMLElement>('.samples')].map(makeTabs);
  const choose = (language: string) => groups.forEach((group) => group.show(language));
  for (const group of groups) group.onChoice = choose;
  choose(recall() ?? 'curl');
  for (const block of document.querySelectorAll<HTMLElement>('.code')) addCopyButton(block);
}

function nameThisHost(pre: Element): void {
  const walker = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode())
    text.nodeValue = text.nodeValue?.replaceAll(EXAMPLE, location.origin) ?? '';
}

interface Tabs {
  show: (language: string) => void;
  onChoice: (language: string) => void;
}

function makeTabs(group: HTMLElement, index: number): Tabs {
  const panels = [...group.querySelectorAll<HTMLElement>('pre')];
  const list = document.createElement('div');
  list.className = 'tabs';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language of the example');
  const tabs = panels.map((panel) => {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.textContent = panel.dataset['label'] ?? '';
    tab.setAttribute('role', 'tab');
    tab.id = `tab-${index}-${panel.dataset['language']}`;
    panel.id = `panel-${index}-${panel.dataset['language']}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    panel.removeAttribute('aria-label');
    tab.setAttribute('aria-controls', panel.id);
    return tab;
  });
  list.append(...tabs);
  group.prepend(list);
  const made: Tabs = {
    show: (language) =>
      panels.forEach((panel, place) => {
        const isShown = panel.dataset['language'] === language;
        panel.hidden = !isShown;
        tabs[place]?.setAttribute('aria-selected', String(isShown));
        if (tabs[place] !== undefined) tabs[place].tabIndex = isShown ? 0 : -1;
      }),
    onChoice: () => undefined,
  };
  const choose = (place: number) => {
    const next = (place + panels.length) % panels.length;
    const language = panels[next]?.dataset['language'] ?? 'curl';
    remember(language);
    // Samples above this one may change height, so the scroll position is restored.
    const before = group.getBoundingClientRect().top;
    made.onChoice(language);
    scrollBy(0, group.getBoundingClientRect().top - before);
    tabs[next]?.focus({ preventScroll: true });
  };
  tabs.forEach((tab, place) => {
    tab.addEventListener('click', () => choose(place));
    tab.addEventListener('keydown', ({ key }) => {
      if (key === 'ArrowRight') choose(place + 1);
      if (key === 'ArrowLeft') choose(place - 1);
    });
  });
  return made;
}

function addCopyButton(block: HTMLElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => void copy(block, button));
  block.append(button);
}

async function copy(block: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const text = block.querySelector('pre:not([hidden])')?.textContent ?? '';
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not copied';
  }
  setTimeout(() => (button.textContent = 'Copy'), 2_000);
}

/**
 * Stores the chosen language. If storage is forbidden, the choice lasts only while the page is
 * open.
 */
function remember(language: string): void {
  try {
    localStorage.setItem(REMEMBERED, language);
  } catch {
    // Without storage, only the reader's preference is lost.
  }
}

function recall(): string | undefined {
  try {
    const language = localStorage.getItem(REMEMBERED);
    const isKnown = document.querySelector(`[data-language="${language}"]`) !== null;
    return isKnown ? (language ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}
