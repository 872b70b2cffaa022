// The signed-in browsers, each with its device, location, IP address and times. The owner can sign
// out any browser except the current one.
import type { Session } from '../../../domain/signing-in/sessions/session.ts';
import { Form, Submit } from '../../../http/pages/parts/form.tsx';
import type { Viewer } from '../../../http/pages/page-viewer.ts';
import { Panel } from '../../../http/pages/parts/panel.tsx';
import { formatMoment } from './account-page.tsx';
import type { SecurityView } from './security-facts.ts';

export function SessionsPanel({ viewer, view }: { viewer: Viewer; view: SecurityView }) {
  const { t } = viewer;
  const { sessions, sessionId } = view;
  return (
    <Panel icon="computer" title={t('security.sessions')}>
      <ul class="entries">
        {sessions.map((session) => (
          <Entry viewer={viewer} session={session} isHere={session.id === sessionId} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form action="/account/security/sessions/end">
          <Submit look="soft">{t('security.sessions_end')}</Submit>
        </Form>
      )}
    </Panel>
  );
}

function Entry({ viewer, session, isHere }: { viewer: Viewer; session: Session; isHere: boolean }) {
  const { t } = viewer;
  const device = session.device === '' ? t('security.device_unknown') : session.device;
  const where = [session.place, session.ip].filter((one) => one !== undefined);
  return (
    <li>
      <div class="entry">
        <strong dir="auto">{device}</strong>
        {where.length > 0 && <span dir="auto">{where.join(' · ')}</span>}
        <span class="small">
          {t('security.session_begun', { date: formatMoment(viewer, session.createdAtMs) })}
        </span>
        <span class="small">
          {t('security.session_seen', { date: formatMoment(viewer, session.lastSeenAtMs) })}
        </span>
      </div>
      {isHere ? (
        <span class="tag" data-tone="good">
          {t('security.session_here')}
        </span>
      ) : (
        <Form action="/account/security/session/end" hidden={{ session: session.id }}>
          <Submit look="soft" label={`${t('signout.action')}: ${device}`}>
            {t('signout.action')}
          </Submit>
        </Form>
      )}
    </li>
  );
}
