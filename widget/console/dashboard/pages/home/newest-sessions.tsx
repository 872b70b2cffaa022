import { Link } from 'wouter';
import { useMode } from '../../../shell/mode.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty } from '../../../ui/note.tsx';
import { showTruncated } from '../../../ui/show-truncated.ts';
import { SOON_MS, useNewestSessions } from '../../queries.ts';
import { FirstStep } from '../../first-step.tsx';
import { SessionStatus } from '../../session-status.tsx';

const COUNT = 6;
/** How many characters of a token are shown: enough to distinguish six sessions. */
const SHOWN = 10;

const shortOf = (token: string): string =>
  token.length > SHOWN ? `${token.slice(0, SHOWN)}…` : token;

export function NewestSessions() {
  const t = useTexts();
  const formats = useFormats();
  const mode = useMode();
  const sessions = useNewestSessions(mode, COUNT, { refetchInterval: SOON_MS });
  return (
    <Card title={t('newest.title')} aside={<Link href="/sessions">{t('session.all')}</Link>}>
      <Loaded query={sessions} lines={4}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty icon="list" title={t(`newest.empty_${mode}`)} text={t('newest.empty_text')}>
              <FirstStep />
            </Empty>
          ) : (
            <ul className="rows" onMouseMove={showTruncated}>
              {rows.map(({ token, status, created_at: at, gate, external_user_id: user }) => (
                <li key={token} className="row">
                  <SessionStatus status={status} />
                  <span className="row-text">
                    <Link href={`/sessions/${token}`}>
                      <bdi>{user ?? shortOf(token)}</bdi>
                      {/* One user may have several sessions, so the token is shown in addition to
                          the user's id. */}
                      <span className="table-note">
                        {gate === undefined ? t('newest.identity') : t('newest.age', { age: gate })}
                        {user !== undefined && (
                          <>
                            {' · '}
                            <bdi>{shortOf(token)}</bdi>
                          </>
                        )}
                      </span>
                    </Link>
                  </span>
                  <time className="muted" dateTime={at} title={formats.moment(at)}>
                    {formats.ago(at)}
                  </time>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
