// The dialog around the frame. The browser's own modal dialog keeps focus inside, closes on Escape,
// makes the page behind it inert and then returns focus. Styles are set by script on each element's
// `style` property, which every Content Security Policy allows.

export interface ModalTexts {
  /** Names the dialog and the frame for screen readers. */
  title: string;
  close: string;
  newTab: string;
}

interface Modal {
  frame: HTMLIFrameElement;
  /** Replaces the frame with a link that continues in a new tab. */
  offerTab(url: string, onOpen: () => void): void;
  close(): void;
}

const SHEET = {
  dialog: {
    position: 'fixed',
    inset: '0',
    width: '100vw',
    height: '100dvh',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    padding: '0',
    border: '0',
    display: 'grid',
    placeItems: 'center',
    background: 'rgb(0 0 0 / 0.6)',
  },
  box: {
    position: 'relative',
    width: 'min(100vw, 30rem)',
    height: 'min(100dvh, 48rem)',
    borderRadius: 'min(1rem, max(0px, (100vw - 30rem) * 99))',
    overflow: 'hidden',
    background: 'Canvas',
    color: 'CanvasText',
    colorScheme: 'light dark',
  },
  frame: { width: '100%', height: '100%', border: '0', display: 'block' },
  close: {
    position: 'absolute',
    insetBlockStart: '0',
    insetInlineEnd: '0',
    width: '2.75rem',
    height: '2.75rem',
    border: '0',
    background: 'Canvas',
    color: 'CanvasText',
    font: '1.5rem/1 system-ui, sans-serif',
    cursor: 'pointer',
    borderEndStartRadius: '0.75rem',
  },
  tabLink: {
    height: '100%',
    display: 'grid',
    placeItems: 'center',
    padding: '2rem',
    font: '1.125rem/1.5 system-ui, sans-serif',
    textAlign: 'center',
    color: 'LinkText',
  },
} satisfies Record<string, Partial<CSSStyleDeclaration>>;

/** @param onClose called when the visitor closes the dialog with its button or with Escape */
export function openModal(url: string, texts: ModalTexts, onClose: () => void): Modal {
  const dialog = make('dialog', SHEET.dialog, { ariaLabel: texts.title });
  const box = make('div', SHEET.box);
  const frame = make('iframe', SHEET.frame, { title: texts.title, src: url });
  const { origin } = new URL(url);
  frame.allow = `camera ${origin}; digital-credentials-get ${origin}; publickey-credentials-get ${origin}; fullscreen`;
  const close = make('button', SHEET.close, { type: 'button', ariaLabel: texts.close });
  close.textContent = '×';
  close.addEventListener('click', onClose);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    onClose();
  });
  box.append(frame, close);
  dialog.append(box);
  document.body.append(dialog);
  dialog.showModal();
  frame.focus();
  return {
    frame,
    offerTab(address, onOpen) {
      const link = make('a', SHEET.tabLink, { href: address, target: '_blank', rel: 'noopener' });
      link.textContent = texts.newTab;
      link.addEventListener('click', onOpen);
      frame.replaceWith(link);
      link.focus();
    },
    close() {
      // Closing the dialog before removing it lets the browser return focus.
      dialog.close();
      dialog.remove();
    },
  };
}

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  style: Partial<CSSStyleDeclaration>,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  Object.assign(element.style, style);
  return Object.assign(element, properties);
}
