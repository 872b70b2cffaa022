import { useQueryClient } from '@tanstack/react-query';
import { pageOf } from '../../../api/client.ts';
import type { WireInvitation } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { OwnList } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { describeRole } from './describe-role.ts';

type Invitation = WireInvitation;

/** Invitations that can still be accepted. */
export function Invitations({ mayManage }: { mayManage: boolean }) {
  const t = useTexts();
  const client = useClient();
  return (
    <OwnList
      title={t('invitations.title')}
      none={t('invitations.none')}
      queryKey={['invitations']}
      load={(page) =>
        pageOf(client.GET('/dashboard/v1/team/invitations', { params: { query: page } }))
      }
      keyOf={({ id }) => id}
    >
      {(invitation) => (
        <>
          <span className="row-text">
            <bdi>{invitation.email}</bdi>
            <span className="table-note">
              {invitation.name !== undefined && (
                <>
                  <bdi>{invitation.name}</bdi>
                  {' · '}
                </>
              )}
              {describeRole(invitation.role, t)} · {t('invitations.ends')}{' '}
              <Moment at={invitation.expires_at} />
            </span>
          </span>
          {mayManage && <Withdraw invitation={invitation} />}
        </>
      )}
    </OwnList>
  );
}

/** Withdraws an invitation without a confirmation, because it can be sent again. */
function Withdraw({ invitation: { id, email } }: { invitation: Invitation }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const withdraw = useAction(async () => {
    await client.DELETE('/dashboard/v1/team/invitations/{id}', { params: { path: { id } } });
    await answers.invalidateQueries({ queryKey: ['invitations'] });
  });
  return (
    <>
      <Button
        look="plain"
        aria-label={t('invitations.withdraw_named', { email })}
        isPending={withdraw.isRunning}
        onPress={withdraw.run}
      >
        {t('invitations.withdraw')}
      </Button>
      {withdraw.error !== undefined && <ErrorNote error={withdraw.error} />}
    </>
  );
}
