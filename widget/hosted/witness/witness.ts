// Shows that a browser is here, where the service asks Cloudflare Turnstile for that (D-127). A script of its own, which loads
// Turnstile's: both only once the person has agreed, and only where the service says so. Most people see nothing of it.
import styles from '../../styles/witness.css?inline';
import type { SessionView } from '../requests/wire.ts';
import { loadTurnstile } from './turnstile.ts';
import { WitnessDialog } from './witness-dialog.ts';

/** @returns whether the server did not believe it */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'BROWSER_UNCONFIRMED';

let isStyled = false;

/**
 * Sends the consent with a token, each time a new one, until it is taken or the person goes back.
 * @param send the consent @param read the session, where the person goes back
 * @throws what they throw, but for a refused token
 */
export async function askWitness(
  view: SessionView,
  send: (token: string) => Promise<SessionView>,
  read: (id: string) => Promise<SessionView>,
): Promise<SessionView> {
  addStyles();
  const dialog = new WitnessDialog(document.documentElement.lang);
  try {
    for (;;) {
      const token = await findToken(view, dialog).catch(() => undefined);
      const taken = token !== undefined && (await send(token).catch(passOn));
      if (taken) return taken;
      if (!(await dialog.askAgain())) return await read(view.id);
    }
  } finally {
    dialog.remove();
  }
}

function passOn(error: unknown): undefined {
  if (!isRefused(error)) throw error;
}

async function findToken({ id, theme, witness }: SessionView, dialog: WitnessDialog) {
  if (!witness) return undefined;
  const turnstile = await loadTurnstile(witness.script);
  const place = dialog.makePlace();
  let widget: string | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = () => {
        reject(new Error('Turnstile gave no token.'));
        return true;
      };
      widget = turnstile.render(place, {
        sitekey: witness.site_key,
        action: witness.action,
        cData: id,
        theme: theme === 'system' ? 'auto' : theme,
        language: document.documentElement.lang,
        size: 'flexible',
        appearance: 'interaction-only',
        'refresh-expired': 'never',
        callback: resolve,
        'error-callback': fail,
        'timeout-callback': fail,
        'unsupported-callback': fail,
        'before-interactive-callback': () => dialog.show('text'),
      });
      dialog.onBack = fail;
    });
  } finally {
    if (widget !== undefined) turnstile.remove(widget);
    dialog.hide();
  }
}

function addStyles(): void {
  if (isStyled) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  isStyled = true;
}
