// The page for entering a device's code, and the page shown after the person has allowed or denied
// the device's request.
import { Card, Document } from '../../http/pages/parts/document.tsx';
import { Field, Form, Submit } from '../../http/pages/parts/form.tsx';
import { Notice } from '../../http/pages/parts/notice.tsx';
import type { Viewer } from '../../http/pages/page-viewer.ts';

export function DevicePage({
  viewer,
  code,
  fault,
  isFromLink = false,
}: {
  viewer: Viewer;
  code: string | undefined;
  /** The error message about the code. */
  fault?: string;
  /**
   * Whether the code was in the page's URL; the person then compares it instead of typing it (RFC
   * 8628 3.3.1).
   */
  isFromLink?: boolean;
}) {
  const { t } = viewer;
  return (
    <Document viewer={viewer} title={t('device.title')}>
      <Card>
        <div class="heading">
          <h1 class="title">{t('device.title')}</h1>
          <p class="lead">{t(isFromLink ? 'device.compare' : 'device.text')}</p>
        </div>
        <Form action="/device">
          <Field
            name="user_code"
            label={t('device.code')}
            autocomplete="off"
            value={code}
            maxlength={20}
            error={fault}
            isCode
            autofocus={!isFromLink}
          />
          <Submit>{t('device.action')}</Submit>
        </Form>
      </Card>
    </Document>
  );
}

const TITLES = { allowed: 'device.allowed_title', denied: 'device.denied_title' } as const;
const TEXTS = { allowed: 'device.allowed_text', denied: 'device.denied_text' } as const;

export function DeviceAnsweredPage({
  viewer,
  answer,
}: {
  viewer: Viewer;
  answer: 'allowed' | 'denied';
}) {
  const { t } = viewer;
  const [title, text] = [t(TITLES[answer]), t(TEXTS[answer])];
  return (
    <Document viewer={viewer} title={title}>
      <Notice
        icon={answer === 'allowed' ? 'check' : 'lock'}
        tone={answer === 'allowed' ? 'good' : 'plain'}
        title={title}
      >
        <p class="lead">{text}</p>
      </Notice>
    </Document>
  );
}
