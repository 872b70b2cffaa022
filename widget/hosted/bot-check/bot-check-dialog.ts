// The container of Turnstile's widget: invisible while the visitor has nothing to answer, and a
// dialog when there is a question or the browser could not be confirmed.
import texts from '../texts/bot-check.json';

type Words = (typeof texts)['en'];

const isThere = (language: string): language is keyof typeof texts =>
  Object.keys(texts).includes(language);

export class BotCheckDialog {
  /** Called when the visitor goes back instead of answering. */
  onBack: () => void = () => undefined;
  readonly #words: Words;
  readonly #dialog: HTMLDialogElement;
  readonly #text = make('p', { id: 'witness-text' });
  readonly #place = make('div', { className: 'witness-place' });
  readonly #actions = make('div', { className: 'actions' });

  /** @param language the page's language */
  constructor(language: string) {
    this.#words = isThere(language) ? texts[language] : texts.en;
    const title = make('h2', { id: 'witness-title', className: 'dialog-title' }, this.#words.title);
    this.#dialog = make(
      'dialog',
      { className: 'dialog witness' },
      title,
      this.#text,
      this.#place,
      this.#actions,
    );
    this.#dialog.setAttribute('aria-labelledby', 'witness-title');
    this.#dialog.setAttribute('aria-describedby', 'witness-text');
    this.#dialog.addEventListener('cancel', () => this.onBack());
    document.body.append(this.#dialog);
    this.hide();
  }

  /** @returns an empty element for a widget */
  makePlace(): HTMLElement {
    const place = make('div', {});
    this.#place.replaceChildren(place);
    return place;
  }

  /**
   * Hides the dialog but keeps its content rendered. In a closed dialog, the content would not be
   * rendered, and Turnstile would wait forever.
   */
  hide(): void {
    this.#dialog.close();
    this.#dialog.dataset['phase'] = 'quiet';
    this.#dialog.inert = true;
    // The `open` property is set instead of calling the element's `show()`, which would take focus.
    this.#dialog.open = true;
  }

  /** @param text the text above the widget */
  show(text: 'text' | 'failed', ...buttons: HTMLButtonElement[]): void {
    this.#text.textContent = this.#words[text];
    const back = this.#button('back', 'plain', () => this.onBack());
    this.#actions.replaceChildren(...buttons, back);
    this.#dialog.open = false;
    this.#dialog.dataset['phase'] = text;
    this.#dialog.inert = false;
    this.#dialog.showModal();
  }

  /**
   * Reports that the browser could not be confirmed.
   * @returns whether the visitor tries again
   */
  async askAgain(): Promise<boolean> {
    this.#place.replaceChildren();
    const again = await new Promise<boolean>((resolve) => {
      this.onBack = () => resolve(false);
      this.show(
        'failed',
        this.#button('again', 'main', () => resolve(true)),
      );
    });
    this.hide();
    return again;
  }

  remove(): void {
    this.#dialog.close();
    this.#dialog.remove();
  }

  #button(text: 'again' | 'back', look: 'main' | 'plain', onPress: () => void): HTMLButtonElement {
    const button = make('button', { type: 'button', className: 'button' }, this.#words[text]);
    button.dataset['look'] = look;
    button.addEventListener('click', onPress);
    return button;
  }
}

function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}
