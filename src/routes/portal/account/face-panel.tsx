// The enrolled face of an account: the panel shows its dates, and lets the owner enrol a face with
// a check or delete the face with one click.
import { Form, Submit } from '../../../http/pages/parts/form.tsx';
import type { Viewer } from '../../../http/pages/page-viewer.ts';
import { formatDate } from '../facts.ts';
import { Panel } from '../../../http/pages/parts/panel.tsx';
import type { SecurityView } from './security-facts.ts';
import type { FaceDates } from './security-facts.ts';

export function FacePanel({ viewer, view }: { viewer: Viewer; view: SecurityView }) {
  const { t } = viewer;
  const { face, seesFaces, isFresh } = view;
  return (
    <Panel icon="camera" title={t('security.face')}>
      <p>{t('security.face_text')}</p>
      {face !== undefined && <Enrolled viewer={viewer} face={face} />}
      {isFresh && seesFaces && (
        <Form action="/account/security/face/enrol">
          <Submit look="soft">
            {t(face === undefined ? 'security.face_enrol' : 'security.face_again')}
          </Submit>
        </Form>
      )}
    </Panel>
  );
}

function Enrolled({ viewer: { t, timeZone }, face }: { viewer: Viewer; face: FaceDates }) {
  const date = (ms: number) => formatDate(t, ms, timeZone);
  return (
    <ul class="entries">
      <li>
        <div class="entry">
          <strong>{t('security.face_since', { date: date(face.enrolledAtMs) })}</strong>
          <span class="small">{t('security.passkey_used', { date: date(face.lastUsedAtMs) })}</span>
        </div>
        <Form action="/account/security/face/delete">
          <Submit look="bad">{t('security.face_delete')}</Submit>
        </Form>
      </li>
    </ul>
  );
}
