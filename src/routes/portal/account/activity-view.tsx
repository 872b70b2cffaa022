// What happened: messages to the account's owner, and every sign-in, good and bad.
import type { LoginAttempt } from '../../../domain/login-history/login-history.ts';
import type { Notification } from '../../../domain/notifications/notification.ts';
import { Form, Submit } from '../../../http/pages/parts/form.tsx';
import type { Visit } from '../../../http/pages/visit.ts';
import { AccountPage, Moment, Panel } from './account-page.tsx';

export interface ActivityView {
  messages: readonly Notification[];
  history: readonly LoginAttempt[];
}

const TONES = { success: 'good', failed: 'warn', locked: 'bad', suspended: 'bad' } as const;

export function ActivityPage({ visit, view }: { visit: Visit; view: ActivityView }) {
  const { t } = visit;
  const { messages, history } = view;
  const hasNew = messages.some(({ readAtMs }) => readAtMs === undefined);
  return (
    <AccountPage visit={visit} title={t('nav.activity')} place="/account/activity">
      <Panel icon="bell" title={t('activity.messages')}>
        {messages.length === 0 ? <p>{t('activity.messages_none')}</p> : null}
        {hasNew && (
          <Form action="/account/activity/read">
            <Submit look="soft">{t('activity.mark_read')}</Submit>
          </Form>
        )}
        <ul class="entries">
          {messages.map((message) => (
            <Message visit={visit} message={message} />
          ))}
        </ul>
      </Panel>
      <Panel icon="clock" title={t('activity.history')}>
        {history.length === 0 ? <p>{t('activity.history_none')}</p> : null}
        <ul class="entries">
          {history.map((attempt) => (
            <Attempt visit={visit} attempt={attempt} />
          ))}
        </ul>
      </Panel>
    </AccountPage>
  );
}

function Message({ visit, message }: { visit: Visit; message: Notification }) {
  const { t } = visit;
  const { type, details, createdAtMs, readAtMs } = message;
  const about = Object.values(details).filter((word) => word !== '' && !/^https?:/.test(word));
  return (
    <li>
      <div class="entry">
        <strong>{t(`notice.${type}`)}</strong>
        {about.length > 0 && <span dir="auto">{about.join(' · ')}</span>}
        <span class="small">
          <Moment ms={createdAtMs} visit={visit} />
        </span>
      </div>
      {readAtMs === undefined && <span class="tag">{t('activity.new')}</span>}
    </li>
  );
}

function Attempt({ visit, attempt }: { visit: Visit; attempt: LoginAttempt }) {
  const { t } = visit;
  const { method, outcome, device, place, ip, atMs } = attempt;
  const where = [device, place, ip].filter((one) => one !== undefined && one !== '');
  return (
    <li>
      <div class="entry">
        <strong>{t(`activity.by_${method}`)}</strong>
        <span dir="auto">{where.join(' · ')}</span>
        <span class="small">
          <Moment ms={atMs} visit={visit} />
        </span>
      </div>
      <span class="tag" data-tone={TONES[outcome]}>
        {t(`activity.${outcome}`)}
      </span>
    </li>
  );
}
