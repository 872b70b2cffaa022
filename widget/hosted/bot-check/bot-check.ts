// Has Cloudflare Turnstile confirm that the visitor uses a real browser, if the service requires
// that (D-127). This is a separate script, which loads Turnstile's script. Both are loaded only
// after the visitor has agreed, and only if the confirmation is required. Most visitors never see
// the dialog.
import styles from '../../styles/witness.css?inline';
import type { SessionView } from '../requests/wire.ts';
import { loadTurnstile } from './turnstile.ts';
import { BotCheckDialog } from './bot-check-dialog.ts';

/** @returns whether the server refused the token */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'BROWSER_UNCONFIRMED';

let isStyled = false;

/**
 * Sends the consent, with a new token for each attempt, until it is accepted or the visitor goes
 * back.
 * @param send sends the consent
 * @param read reads the session when the visitor goes back
 * @throws the errors of `send` and `read`, except for a refused token
 */
export async function runBotCheck(
  view: SessionView,
  send: (token: string) => Promise<SessionView>,
  read: (id: string) => Promise<SessionView>,
): Promise<SessionView> {
  addStyles();
  const dialog = new BotCheckDialog(document.documentElement.lang);
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

async function findToken({ id, theme, witness }: SessionView, dialog: BotCheckDialog) {
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
