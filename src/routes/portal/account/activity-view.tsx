// The activity page: notifications to the account's owner, and all sign-ins, successful or not.
import type { LoginAttempt } from '../../../domain/accounts/login-history/login-attempt.ts';
import type { Notification } from '../../../domain/accounts/notifications/notice-type.ts';
import { Form, Submit } from '../../../http/pages/parts/form.tsx';
import type { Viewer } from '../../../http/pages/page-viewer.ts';
import { Panel } from '../../../http/pages/parts/panel.tsx';
import { AccountPage, Moment } from './account-page.tsx';

interface ActivityView {
  messages: readonly Notification[];
  history: readonly LoginAttempt[];
}

const TONES = { success: 'good', failed: 'warn', locked: 'bad', suspended: 'bad' } as const;

export function ActivityPage({ viewer, view }: { viewer: Viewer; view: ActivityView }) {
  const { t } = viewer;
  const { messages, history } = view;
  const hasNew = messages.some(({ readAtMs }) => readAtMs === undefined);
  return (
    <AccountPage viewer={viewer} title={t('nav.activity')} place="/account/activity">
      <Panel icon="bell" title={t('activity.messages')}>
        {messages.length === 0 ? <p>{t('activity.messages_none')}</p> : null}
        {hasNew && (
          <Form action="/account/activity/read">
            <Submit look="soft">{t('activity.mark_read')}</Submit>
          </Form>
        )}
        <ul class="entries">
          {messages.map((message) => (
            <Message viewer={viewer} message={message} />
          ))}
        </ul>
      </Panel>
      <Panel icon="clock" title={t('activity.history')}>
        {history.length === 0 ? <p>{t('activity.history_none')}</p> : null}
        <ul class="entries">
          {history.map((attempt) => (
            <Attempt viewer={viewer} attempt={attempt} />
          ))}
        </ul>
      </Panel>
    </AccountPage>
  );
}

function Message({ viewer, message }: { viewer: Viewer; message: Notification }) {
  const { t } = viewer;
  const { type, details, createdAtMs, readAtMs } = message;
  const about = Object.values(details).filter((word) => word !== '' && !/^https?:/.test(word));
  return (
    <li>
      <div class="entry">
        <strong>{t(`notice.${type}`)}</strong>
        {about.length > 0 && <span dir="auto">{about.join(' · ')}</span>}
        <span class="small">
          <Moment ms={createdAtMs} viewer={viewer} />
        </span>
      </div>
      {readAtMs === undefined && <span class="tag">{t('activity.new')}</span>}
    </li>
  );
}

function Attempt({ viewer, attempt }: { viewer: Viewer; attempt: LoginAttempt }) {
  const { t } = viewer;
  const { method, outcome, device, place, ip, atMs } = attempt;
  const ending = outcome === 'failed' && method === 'face' ? 'not_recognised' : outcome;
  const where = [device, place, ip].filter((one) => one !== undefined && one !== '');
  return (
    <li>
      <div class="entry">
        <strong>{t(`activity.by_${method}`)}</strong>
        <span dir="auto">{where.join(' · ')}</span>
        <span class="small">
          <Moment ms={atMs} viewer={viewer} />
        </span>
      </div>
      <span class="tag" data-tone={TONES[outcome]}>
        {t(`activity.${ending}`)}
      </span>
    </li>
  );
}
