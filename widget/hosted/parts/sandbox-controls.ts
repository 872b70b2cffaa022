// The bar of test sessions: settles the session with any outcome, through the server like everything. A script of its own, without
// what draws the page.
import type { SandboxBody, VerdictReason } from '../../../src/routes/hosted/schemas.ts';
import styles from '../../styles/sandbox.css?inline';
import type { Translate } from '../i18n/translate.ts';

const OUTCOMES = [
  'success',
  'failed',
  'canceled',
  'expired',
  'pending_tenant_review',
  'awaiting_retake',
] as const satisfies readonly SandboxBody['outcome'][];

export type DrawBar = typeof drawBar;

let isStyled = false;

/** Draws it, also again in another language. @param place empty, or where it was drawn before */
export function drawBar(
  place: HTMLElement,
  {
    t,
    reasons,
    onSettle,
  }: { t: Translate; reasons: readonly VerdictReason[]; onSettle: (body: SandboxBody) => void },
): void {
  addStyles();
  const title = make('strong', { id: 'sandbox-title' }, t('sandbox.title'));
  const label = make(
    'p',
    { className: 'sandbox-label' },
    title,
    make('span', {}, t('sandbox.text')),
  );
  const none = make('option', { value: '' }, t('sandbox.reason'));
  const options = reasons.map((value) => make('option', { value }, value));
  const choice = make('select', {}, none, ...options);
  const hidden = make('span', { className: 'hidden' }, t('sandbox.reason'));
  const buttons = OUTCOMES.map((outcome) => {
    const texts = { type: 'button', className: 'sandbox-button' } as const;
    const button = make('button', texts, t(`sandbox.${outcome}`));
    button.dataset['outcome'] = outcome;
    button.addEventListener('click', () => {
      const { value: reason } = choice;
      onSettle({ outcome, ...(outcome === 'failed' && reason !== '' && { reason }) });
    });
    return button;
  });
  place.replaceChildren(
    label,
    make('label', { className: 'sandbox-reason' }, hidden, choice),
    make('div', { className: 'sandbox-controls' }, ...buttons),
  );
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
