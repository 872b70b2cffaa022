// The browsers that the owner trusts, each with its location and the date when the trust expires.
// The panel also lets the owner trust this browser, and enter the code that may be required for
// that.
import type { TrustedDevice } from '../../../domain/accounts/trusted-devices/device.ts';
import { Field, Form, Submit } from '../../../http/pages/parts/form.tsx';
import type { Viewer } from '../../../http/pages/page-viewer.ts';
import { formatDate } from '../facts.ts';
import { Panel } from '../../../http/pages/parts/panel.tsx';
import type { SecurityView } from './security-facts.ts';

export function DevicesPanel({ viewer, view }: { viewer: Viewer; view: SecurityView }) {
  const { t } = viewer;
  const { devices, deviceId, trustToken, isFresh } = view;
  const isTrusted = devices.some(({ id }) => id === deviceId);
  return (
    <Panel icon="shield" title={t('security.devices')}>
      <p>{t('security.devices_text')}</p>
      {devices.length > 0 && (
        <ul class="entries">
          {devices.map((device) => (
            <Entry viewer={viewer} device={device} isHere={device.id === deviceId} />
          ))}
        </ul>
      )}
      {isFresh && !isTrusted && trustToken === undefined && (
        <Form action="/account/security/device/trust">
          <Submit look="soft">{t('security.device_trust')}</Submit>
        </Form>
      )}
      {trustToken !== undefined && (
        <CodeForm viewer={viewer} token={trustToken} fault={view.faults?.code} />
      )}
    </Panel>
  );
}

function CodeForm({
  viewer: { t },
  token,
  fault,
}: {
  viewer: Viewer;
  token: string;
  fault: string | undefined;
}) {
  return (
    <Form action="/account/security/device/code" hidden={{ token }}>
      <p>{t('security.code_sent')}</p>
      <Field
        name="code"
        label={t('field.code')}
        autocomplete="one-time-code"
        inputmode="numeric"
        maxlength={12}
        autofocus
        error={fault}
      />
      <Submit look="soft">{t('security.device_trust')}</Submit>
    </Form>
  );
}

function Entry({
  viewer: { t, timeZone },
  device: { id, device, place, trustedAtMs, expiresAtMs },
  isHere,
}: {
  viewer: Viewer;
  device: TrustedDevice;
  isHere: boolean;
}) {
  const name = device === '' ? t('security.device_unknown') : device;
  const date = (ms: number) => formatDate(t, ms, timeZone);
  return (
    <li>
      <div class="entry">
        <strong dir="auto">{name}</strong>
        {place !== undefined && <span dir="auto">{place}</span>}
        <span class="small">
          {t('security.device_until', { since: date(trustedAtMs), until: date(expiresAtMs) })}
        </span>
        {isHere && <span class="small">{t('security.session_here')}</span>}
      </div>
      <Form action="/account/security/device/end" hidden={{ device: id }}>
        <Submit look="soft" label={`${t('security.device_end')}: ${name}`}>
          {t('security.device_end')}
        </Submit>
      </Form>
    </li>
  );
}
