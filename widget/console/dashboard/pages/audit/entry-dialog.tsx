import type { WireTenantAuditEntry } from '../../../api/wire.ts';
import { Changes } from '../../../audit/changes.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Actor } from './actor.tsx';
import { describeAction } from './describe-action.ts';

interface Props {
  entry: WireTenantAuditEntry;
  onClose: () => void;
}

/** The actor of an entry, the origin of the request, and the changes. */
export function EntryDialog({ entry, onClose }: Props) {
  const t = useTexts();
  const { ip, user_agent: agent } = entry;
  return (
    <Dialog title={describeAction(entry.action, t)} isOpen onClose={onClose}>
      <Facts
        facts={[
          { label: t('trail.when'), value: <Moment at={entry.created_at} isExact /> },
          { label: t('trail.who'), value: <Actor id={entry.member_id} by={entry.by} /> },
          {
            label: t('trail.target'),
            value: (
              <bdi className="code">
                {entry.target_type} {entry.target_id}
              </bdi>
            ),
          },
          ip !== undefined && { label: t('entry.ip'), value: <bdi>{ip}</bdi> },
          { label: t('trail.action'), value: <bdi className="code">{entry.action}</bdi> },
        ]}
      />
      {agent !== undefined && (
        <p className="small muted break">
          {t('entry.device')} <bdi>{agent}</bdi>
        </p>
      )}
      <h3>{t('entry.changes')}</h3>
      <Changes before={entry.before} after={entry.after} />
    </Dialog>
  );
}
