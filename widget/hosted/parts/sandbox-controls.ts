// The sandbox bar, shown in test sessions: ends the session with the outcome that the developer
// chooses, by sending a request to the server. Because few pages need it, it is a separate script
// that does without the page's rendering library and bundles its own texts in every language.
import type { VerdictReason } from '../../../src/domain/verification/rules/session/reasons.ts';
import english from '../../locales/sandbox/en.json';
import styles from '../../styles/sandbox.css?inline';
import type { SandboxBody } from '../requests/wire.ts';

/** The buttons, in the order shown. The code does not compile if an outcome has no button. */
const BUTTONS = {
  success: 'sandbox.success',
  failed: 'sandbox.failed',
  canceled: 'sandbox.canceled',
  expired: 'sandbox.expired',
  pending_tenant_review: 'sandbox.pending_tenant_review',
  awaiting_retake: 'sandbox.awaiting_retake',
} as const satisfies Record<SandboxBody['outcome'], keyof typeof english>;
const OUTCOMES = Object.keys(BUTTONS) as SandboxBody['outcome'][];

const files = import.meta.glob<typeof english>('../../locales/sandbox/*.json', {
  import: 'default',
  eager: true,
});

export type DrawBar = typeof drawBar;

/** The reasons for which a face check can fail. */
const FACE_REASONS: readonly VerdictReason[] = [
  'liveness_failed',
  'liveness_inconclusive',
  'not_same_person',
  'assistance_needed',
];

let isStyled = false;

/**
 * Renders the bar; another call replaces it, for example in another language.
 * @param place the element whose content the bar replaces
 */
export function drawBar(
  place: HTMLElement,
  {
    language,
    reasons,
    isOfFace,
    isPreview,
    onSettle,
  }: {
    language: string;
    reasons: readonly VerdictReason[];
    /** Whether this is a face check, which does not determine an age. */
    isOfFace: boolean;
    /** Whether this is a preview of unpublished texts (D-123). */
    isPreview: boolean;
    /**
     * Settles the session; undefined once the session is over, when the bar shows only its label.
     */
    onSettle: ((body: SandboxBody) => void) | undefined;
  },
): void {
  const texts = files[`../../locales/sandbox/${language}.json`] ?? english;
  addStyles();
  const title = make('strong', { id: 'sandbox-title' }, texts['sandbox.title']);
  const label = make(
    'p',
    { className: 'sandbox-label' },
    title,
    isPreview
      ? make('span', { className: 'sandbox-preview' }, texts['sandbox.preview'])
      : make('span', {}, texts['sandbox.text']),
  );
  if (onSettle === undefined) return place.replaceChildren(label);
  const none = make('option', { value: '' }, texts['sandbox.reason']);
  const options = (isOfFace ? FACE_REASONS : reasons).map((value) =>
    make('option', { value }, value),
  );
  const choice = make('select', {}, none, ...options);
  const hidden = make('span', { className: 'hidden' }, texts['sandbox.reason']);
  const buttons = OUTCOMES.map((outcome) => {
    const kind = { type: 'button', className: 'sandbox-button' } as const;
    const button = make('button', kind, texts[BUTTONS[outcome]]);
    button.dataset['outcome'] = outcome;
    button.addEventListener('click', () => {
      const { value: reason } = choice;
      onSettle({ outcome, ...(outcome === 'failed' && reason !== '' && { reason }) });
    });
    return button;
  });
  const [success, ...others] = buttons;
  // The menu of reasons is placed before the button for the outcome `failed`, to which it applies.
  const reason = make('label', {}, hidden, choice);
  const controls = [success, reason, ...others].filter((one) => one !== undefined);
  place.replaceChildren(label, make('div', { className: 'sandbox-controls' }, ...controls));
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

function addStyles(): void {
  if (isStyled) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  isStyled = true;
}
