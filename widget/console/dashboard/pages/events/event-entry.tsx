import { Link } from 'wouter';
import type { WireEvent } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Moment } from '../../../ui/moment.tsx';

/** One event. When expanded, it shows the body that endpoints receive. */
export function EventEntry({ event }: { event: WireEvent }) {
  const t = useTexts();
  const session = event.type === 'face_2fa.completed' ? undefined : event.data;
  const user = session?.external_user_id;
  return (
    <li className="row">
      <span className="row-text">
        <strong>{t(`event.${event.type}`)}</strong> {user !== undefined && <bdi>{user}</bdi>}
        <span className="table-note">
          <code dir="ltr">{event.type}</code>{' '}
          <Moment at={new Date(event.created * 1000).toISOString()} isExact />
        </span>
      </span>
      {session && <Link href={`/sessions/${session.token}`}>{t('events.session')}</Link>}
      <details className="fold">
        <summary>{t('events.body')}</summary>
        <CodeBlock title={event.id} code={JSON.stringify(event, undefined, 2)} />
      </details>
    </li>
  );
}
