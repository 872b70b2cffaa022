import { useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../../api/client.ts';
import type { WireAdminUser } from '../../../api/wire.ts';
import { MemberSessions } from '../../../security/member-sessions.tsx';
import { useClient } from '../../../session/context.ts';
import { findEntry } from '../../find-entry.ts';

export interface SessionsDone {
  /** The operator's name. */
  name: string;
  /** The id of the action's audit entry. */
  entryId: number | undefined;
}

interface Props {
  operator: WireAdminUser;
  onDone: (done: SessionsDone) => void;
  onClose: () => void;
}

export function SessionsDialog({ operator, onDone, onClose }: Props) {
  const client = useClient();
  const answers = useQueryClient();
  const { id, name } = operator;
  const params = { path: { id } };
  return (
    <MemberSessions
      member={operator}
      load={() => dataOf(client.GET('/admin/v1/admins/{id}/sessions', { params }))}
      end={async (reason) => {
        const body = { reason };
        await dataOf(client.POST('/admin/v1/admins/{id}/force-logout', { params, body }));
        onDone({ name, entryId: await findEntry(client, 'admin.force_logout', 'admin', id) });
        await answers.invalidateQueries({ queryKey: ['trail'] });
      }}
      onClose={onClose}
    />
  );
}
