import { useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../../api/client.ts';
import type { WireDashboardUser } from '../../../api/wire.ts';
import { MemberSessions } from '../../../security/member-sessions.tsx';
import { useClient } from '../../../session/context.ts';

interface Props {
  member: WireDashboardUser;
  onDone: () => void;
  onClose: () => void;
}

export function SessionsDialog({ member, onDone, onClose }: Props) {
  const client = useClient();
  const answers = useQueryClient();
  const params = { path: { id: member.id } };
  return (
    <MemberSessions
      member={member}
      load={() => dataOf(client.GET('/dashboard/v1/members/{id}/sessions', { params }))}
      end={async (reason) => {
        const body = { reason };
        await dataOf(client.POST('/dashboard/v1/members/{id}/force-logout', { params, body }));
        onDone();
        await answers.invalidateQueries({ queryKey: ['audit'] });
      }}
      onClose={onClose}
    />
  );
}
