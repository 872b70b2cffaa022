import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../api/client.ts';
import type { WireStaffSession } from '../api/wire.ts';
import { useClient, useConsole, useUser } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Moment } from '../ui/moment.tsx';
import { ErrorNote } from '../ui/note.tsx';
import { useAction } from '../ui/use-action.ts';

type Session = WireStaffSession;

/**
 * The user's own sessions. The user can end any other session individually, or all sessions
 * including the current one.
 */
export function OwnSessions() {
  const t = useTexts();
  const { name, keeper } = useConsole();
  const client = useClient();
  const { email } = useUser();
  const [isEnding, setEnding] = useState(false);
  const sessions = useQuery({
    queryKey: ['own-sessions'],
    queryFn: () => dataOf(client.GET(`/${name}/v1/auth/sessions`)),
  });
  return (
    <Card title={t('own_sessions.title')}>
      <Loaded query={sessions} lines={3}>
        {(rows) => (
          <ul className="rows">
            {rows.map((session) => (
              <Entry key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
      <div className="page-actions">
        <Button onPress={() => setEnding(true)}>{t('own_sessions.end_all')}</Button>
      </div>
      {isEnding && (
        <ConfirmDialog
          title={t('own_sessions.end_all_title')}
          word={email}
          act={t('own_sessions.end_all')}
          onClose={() => setEnding(false)}
          onConfirm={async () => {
            await client.POST(`/${name}/v1/auth/logout-all`);
            await keeper.signOut();
          }}
        >
          <p>{t('own_sessions.end_all_text')}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function Entry({ session }: { session: Session }) {
  const t = useTexts();
  const { name } = useConsole();
  const client = useClient();
  const answers = useQueryClient();
  const { id, current, device, ip, method, last_used_at: lastUsedAt } = session;
  const end = useAction(async () => {
    await client.DELETE(`/${name}/v1/auth/sessions/{id}`, { params: { path: { id } } });
    await answers.invalidateQueries({ queryKey: ['own-sessions'] });
  });
  return (
    <li className="row">
      <span className="row-text">
        <bdi>{device}</bdi>
        <span className="table-note">
          {t(`own_sessions.by_${method}`)} · <Moment at={lastUsedAt} />
          {ip !== undefined && (
            <>
              {' · '}
              <bdi>{ip}</bdi>
            </>
          )}
        </span>
      </span>
      {current ? (
        <Badge tone="info">{t('own_sessions.current')}</Badge>
      ) : (
        <Button
          look="plain"
          aria-label={t('own_sessions.end_named', { device })}
          isPending={end.isRunning}
          onPress={end.run}
        >
          {t('own_sessions.end')}
        </Button>
      )}
      {end.error !== undefined && <ErrorNote error={end.error} />}
    </li>
  );
}
