// A button for a passkey ceremony, with all its texts. It stays hidden until the script finds that
// the browser supports passkeys.
import type { Child } from 'hono/jsx';
import { Icon } from '../../http/pages/parts/icon.tsx';
import type { TextKey } from '../../http/pages/texts.ts';
import { useViewer } from '../../http/pages/parts/words.ts';

/** Error texts of a ceremony; the script shows the one that applies. */
const FAULTS = {
  canceled: 'passkey.canceled',
  unknown: 'passkey.unknown',
  exists: 'passkey.exists',
  failed: 'passkey.failed',
  suspended: 'signin.suspended',
} as const satisfies Record<string, TextKey>;

export function PasskeyButton({
  ceremony,
  look,
  continueTo,
  children,
}: {
  ceremony: 'sign-in' | 'sign-up' | 'add';
  look: 'main' | 'soft';
  continueTo?: string | undefined;
  children: Child;
}) {
  const { t, formToken } = useViewer();
  return (
    <div
      class="passkey"
      hidden
      data-ceremony={ceremony}
      data-form-token={formToken}
      data-continue={continueTo}
    >
      <button type="button" class="button" data-look={look} data-passkey-start>
        <Icon name="key" />
        <span>{children}</span>
      </button>
      <p class="passkey-state" role="status" data-passkey-waiting={t('passkey.waiting')}></p>
      {Object.entries(FAULTS).map(([fault, text]) => (
        <p class="field-error" role="alert" hidden data-passkey-fault={fault}>
          {t(text)}
        </p>
      ))}
    </div>
  );
}

/**
 * A separator between sign-in methods.
 * @param always whether the separator is also shown without scripts, when passkeys are hidden
 */
export function Or({ always = false }: { always?: boolean }) {
  const { t } = useViewer();
  return (
    <p class="or" hidden={!always} data-with-passkey={always ? undefined : ''}>
      <span>{t('or')}</span>
    </p>
  );
}
