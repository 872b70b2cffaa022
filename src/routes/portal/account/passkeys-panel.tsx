// An account's passkeys: their names, when they were created and last used, and the controls that
// add, rename and remove them.
import type { Passkey } from '../../../domain/platform/credentials/passkey.ts';
import { Field, Form, Submit } from '../../../http/pages/parts/form.tsx';
import type { Viewer } from '../../../http/pages/page-viewer.ts';
import { PasskeyButton } from '../passkey-button.tsx';
import { formatDate } from '../facts.ts';
import { Panel } from '../../../http/pages/parts/panel.tsx';
import { More } from './account-page.tsx';
import type { SecurityView } from './security-facts.ts';

export function PasskeysPanel({ viewer, view }: { viewer: Viewer; view: SecurityView }) {
  const { t } = viewer;
  const { passkeys, isFresh } = view;
  return (
    <Panel icon="key" title={t('security.passkeys')}>
      <p>{t('security.passkeys_text')}</p>
      {passkeys.length > 0 && (
        <ul class="entries">
          {passkeys.map((passkey) => (
            <Entry viewer={viewer} passkey={passkey} isFresh={isFresh} />
          ))}
        </ul>
      )}
      {isFresh && (
        <>
          <PasskeyButton ceremony="add" look="soft">
            {t('security.passkey_add')}
          </PasskeyButton>
          <p class="small" data-without-passkey>
            {t('security.passkeys_script')}
          </p>
        </>
      )}
    </Panel>
  );
}

function Entry({
  viewer: { t, timeZone },
  passkey,
  isFresh,
}: {
  viewer: Viewer;
  passkey: Passkey;
  isFresh: boolean;
}) {
  const { id, name, createdAtMs, lastUsedAtMs } = passkey;
  const date = (ms: number) => formatDate(t, ms, timeZone);
  const hidden = { passkey: String(id) };
  return (
    <li>
      <div class="entry">
        <strong dir="auto">{name}</strong>
        <span class="small">{t('security.passkey_made', { date: date(createdAtMs) })}</span>
        <span class="small">
          {lastUsedAtMs === undefined
            ? t('security.passkey_unused')
            : t('security.passkey_used', { date: date(lastUsedAtMs) })}
        </span>
      </div>
      {isFresh && (
        <Form action="/account/security/passkey/remove" hidden={hidden}>
          <Submit look="bad" label={`${t('security.passkey_remove')}: ${name}`}>
            {t('security.passkey_remove')}
          </Submit>
        </Form>
      )}
      <div class="entry-wide">
        <More title={t('security.passkey_rename')}>
          <Form action="/account/security/passkey/rename" hidden={hidden} layout="row">
            <Field
              id={`passkey-name-${id}`}
              name="name"
              label={t('field.passkey_name')}
              autocomplete="off"
              value={name}
              maxlength={80}
            />
            <Submit look="soft">{t('save')}</Submit>
          </Form>
        </More>
      </div>
    </li>
  );
}
