import { useState } from 'react';
import { pageOf } from '../../../api/client.ts';
import type { WireAdminIncident } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/card.tsx';
import { OwnList } from '../../../ui/list.tsx';
import { IncidentDialog } from './incident-dialog.tsx';
import { typedTime } from './incident-times.ts';
import type { Finish } from './finish.ts';
import { WithdrawIncidentDialog } from './withdraw-incident-dialog.tsx';

type Incident = WireAdminIncident;

interface Props {
  mayManage: boolean;
  onDone: Finish;
}

export function Incidents({ mayManage, onDone }: Props) {
  const t = useTexts();
  const client = useClient();
  const [edited, setEdited] = useState<Incident | 'new'>();
  const [withdrawn, setWithdrawn] = useState<Incident>();
  return (
    <>
      <OwnList
        title={t('evidence.incidents')}
        aside={
          mayManage && (
            <Button onPress={() => setEdited('new')}>{t('evidence.incident_write')}</Button>
          )
        }
        none={t('evidence.incidents_none')}
        queryKey={['evidence', 'incidents']}
        load={(page) =>
          pageOf(client.GET('/admin/v1/evidence/incidents', { params: { query: page } }))
        }
        keyOf={({ id }) => id}
      >
        {(row) => (
          <Row
            incident={row}
            {...(mayManage && {
              onChange: () => setEdited(row),
              onWithdraw: () => setWithdrawn(row),
            })}
          />
        )}
      </OwnList>
      {edited !== undefined && (
        <IncidentDialog
          {...(edited !== 'new' && { incident: edited })}
          onDone={onDone}
          onClose={() => setEdited(undefined)}
        />
      )}
      {withdrawn !== undefined && (
        <WithdrawIncidentDialog
          incident={withdrawn}
          onDone={onDone}
          onClose={() => setWithdrawn(undefined)}
        />
      )}
    </>
  );
}

interface RowProps {
  incident: Incident;
  /**
   * Opens the form that changes the incident; absent, like `onWithdraw`, when the role may not
   * change incidents.
   */
  onChange?: () => void;
  onWithdraw?: () => void;
}

function Row({ incident, onChange, onWithdraw }: RowProps) {
  const t = useTexts();
  const { began_at: begin, ended_at: end, what, concerned, done } = incident;
  return (
    <>
      <div className="row-text">
        <span dir="ltr">
          <strong>{typedTime(begin)} –</strong>
          {end !== null && (
            <>
              {' '}
              <strong>{typedTime(end)}</strong>
            </>
          )}
        </span>{' '}
        {end === null && <Badge tone="warn">{t('evidence.not_over')}</Badge>}
        <p dir="auto">{what}</p>
        <p dir="auto">{concerned}</p>
        <p dir="auto">{done}</p>
      </div>
      <span className="row-acts">
        {onChange !== undefined && (
          <Button
            look="plain"
            aria-label={t('evidence.change_one', { name: typedTime(begin) })}
            onPress={onChange}
          >
            {t('evidence.change')}
          </Button>
        )}
        {onWithdraw !== undefined && (
          <Button
            look="plain"
            aria-label={t('evidence.withdraw_one', { name: typedTime(begin) })}
            onPress={onWithdraw}
          >
            {t('evidence.withdraw')}
          </Button>
        )}
      </span>
    </>
  );
}
