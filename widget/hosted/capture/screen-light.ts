// Shows the colours of a challenge over the whole page (D-86) while the head is still before and
// after the first movement, and records when each one appeared. This script is loaded only when a
// check needs it. The server decides the order, and whether the colours are visible on the face.
import {
  LIGHT_STEP_MS,
  SCREEN_COLOURS,
  type ScreenColour,
  STEPS_PER_PAUSE,
} from '../../../src/vision/face/screen-colours.ts';
import type { Pause, PauseLight } from './pause-light.ts';

/**
 * A grey that is as bright as the colours, so that nothing flashes before, between or after them.
 */
const GREY = 'rgb(207 207 207)';
/**
 * How many times the colours may start over because the head moved when it should have been still.
 */
const MAX_INTERRUPTIONS = 2;

/**
 * Puts the page in the colours of its light theme (tokens.css), with the colour to be shown as the
 * background of the page and its cards, and no visible edges around the cards. For people who
 * prefer reduced motion, one colour fades into the next.
 */
const SHEET = `
:root[data-screen] {
  color-scheme: light;
  --canvas: var(--screen);
  --surface: var(--screen);
  --sunken: #f5f6f9;
  --text: #14171f;
  --muted: var(--text);
  --ink: var(--text);
  --line: #dfe2e9;
  --line-strong: #868e9e;
  --veil: rgb(255 255 255 / 78%);
  --shadow: none;
}
@media (prefers-reduced-motion: reduce) {
  :root[data-screen], [data-screen] .card { transition: background-color 0.2s linear !important; }
}`;

export class ScreenLight implements PauseLight {
  #order: readonly ScreenColour[] = [];
  readonly #root: HTMLElement;
  /** When each colour appeared, in order, on the clock of performance.now. */
  #begunMs: number[] = [];
  #shown: readonly Pause[] = [];
  #showing: Pause | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #changedMs = Number.NEGATIVE_INFINITY;
  #interruptions = 0;
  #isOff = false;

  /** Turns the screen grey. The first colour follows at least half a second later. */
  constructor(root = document.documentElement) {
    this.#root = root;
    this.#paint(GREY);
    root.dataset['screen'] = '';
  }

  /**
   * Sets the colours to show. Must be called before the first pause.
   * @param order three colours for each pause, or for the first pause only
   */
  follow(order: readonly ScreenColour[]): void {
    this.#order = order;
  }

  get isShowing(): boolean {
    return this.#showing !== undefined;
  }

  /** The times at which the colours appeared; undefined unless all of them have appeared. */
  get begunMs(): readonly number[] | undefined {
    return this.#shown.length === 2 ? this.#begunMs : undefined;
  }

  hasShown(pause: Pause): boolean {
    if (this.#isOff || this.#shown.includes(pause)) return true;
    if (this.#order.length <= pause * STEPS_PER_PAUSE) {
      this.#shown = [...this.#shown, pause];
      return true;
    }
    if (this.#showing === undefined) {
      this.#showing = pause;
      this.#after(() => this.#step(0));
    }
    return false;
  }

  interrupt(): void {
    if (this.#showing === undefined && this.#shown.length === 0) return;
    this.#interruptions += 1;
    if (this.#interruptions > MAX_INTERRUPTIONS) return this.giveUp();
    [this.#showing, this.#shown, this.#begunMs] = [undefined, [], []];
    this.#after(() => this.#paint(GREY));
  }

  giveUp(): void {
    if (this.#isOff) return;
    this.#isOff = true;
    this.#showing = undefined;
    this.#after(() => this.#paint(GREY));
  }

  /** Restores the page's own colours. */
  end(): void {
    this.#isOff = true;
    this.#showing = undefined;
    clearTimeout(this.#timer);
    delete this.#root.dataset['screen'];
  }

  #step(step: number): void {
    const pause = this.#showing;
    if (pause === undefined) return;
    const colour = this.#order[pause * STEPS_PER_PAUSE + step];
    if (step === STEPS_PER_PAUSE || colour === undefined) {
      this.#paint(GREY);
      [this.#showing, this.#shown] = [undefined, [...this.#shown, pause]];
      return;
    }
    this.#paint(`rgb(${SCREEN_COLOURS[colour].join(' ')})`);
    this.#begunMs.push(this.#changedMs);
    this.#after(() => this.#step(step + 1));
  }

  /**
   * Delays a change until at least one whole step after the previous change, regardless of what
   * happens in the meantime, so that there are never more than two changes per second.
   */
  #after(change: () => void): void {
    clearTimeout(this.#timer);
    const waitMs = this.#changedMs + LIGHT_STEP_MS - performance.now();
    this.#timer = setTimeout(change, Math.ceil(Math.max(0, waitMs)));
  }

  #paint(colour: string): void {
    installSheet();
    this.#root.style.setProperty('--screen', colour);
    this.#changedMs = performance.now();
  }
}

let sheet: CSSStyleSheet | undefined;

/**
 * Adds the style sheet by script, because the page's content security policy allows no inline style
 * element.
 */
function installSheet(): void {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(SHEET);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
