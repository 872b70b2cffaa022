// Another member's sessions, and a button that ends all of them. To use the button, the user must
// give a reason and type the member's email address.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireMemberSession } from '../api/wire.ts';
import { useTexts } from '../texts/context.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { MessageDialog } from '../ui/message-dialog.tsx';
import { TextInput } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Moment } from '../ui/moment.tsx';

type Session = WireMemberSession;

interface Props {
  member: { id: number | string; name: string; email: string };
  load: () => Promise<Session[]>;
  end: (reason: string) => Promise<void>;
  onClose: () => void;
}

export function MemberSessions({ member: { id, name, email }, load, end, onClose }: Props) {
  const t = useTexts();
  const [reason, setReason] = useState('');
  const sessions = useQuery({ queryKey: ['member-sessions', id], queryFn: load, gcTime: 0 });
  const title = t('member_sessions.title', { name });
  const list = (
    <Loaded query={sessions} lines={2}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="muted">{t('member_sessions.none')}</p>
        ) : (
          <>
            <p>{t('member_sessions.count', { count: rows.length })}</p>
            <ul className="rows">
              {rows.map((session, index) => (
                <Entry key={index} session={session} />
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  );
  if (sessions.data === undefined || sessions.data.length === 0)
    return (
      <MessageDialog title={title} onClose={onClose}>
        {list}
      </MessageDialog>
    );
  return (
    <ConfirmDialog
      title={title}
      word={email}
      act={t('own_sessions.end_all')}
      isReady={reason.trim() !== ''}
      onConfirm={() => end(reason.trim())}
      onClose={onClose}
    >
      {list}
      <p>{t('member_sessions.text')}</p>
      <TextInput
        label={t('member_sessions.reason')}
        hint={t('member_sessions.reason_hint')}
        value={reason}
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}

function Entry({
  session: { device, method, created_at: begun, last_used_at: used },
}: {
  session: Session;
}) {
  const t = useTexts();
  return (
    <li className="row">
      <span className="row-text">
        <bdi>{device}</bdi>
        <span className="table-note">
          {t(`own_sessions.by_${method}`)} · {t('member_sessions.begun')} <Moment at={begun} />
        </span>
      </span>
      <span className="muted small">
        {t('member_sessions.used')} <Moment at={used} />
      </span>
    </li>
  );
}
