import type { WireSso } from '../../../api/wire.ts';
import { FreshError } from '../../../security/fresh-error.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { News, Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switches } from '../../../ui/switches.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { useMembers } from '../../queries.ts';
import { useChangeSso } from './use-change-sso.ts';

const draftOf = (sso: WireSso) => ({ isOn: sso.enforce, glass: sso.break_glass ?? '' });

/** Whether members of the domains must use single sign-on, and who is exempt. */
export function DemandCard({ sso }: { sso: WireSso }) {
  const t = useTexts();
  const members = useMembers();
  const { draft, change, restart } = useDraft(sso, draftOf);
  const glass = draft.glass === '' ? null : draft.glass;
  const save = useChangeSso({ enforce: draft.isOn, break_glass: glass }, restart);
  return (
    <Card title={t('sso.demand')}>
      <Form onSubmit={save.run}>
        <Switches
          title={t('sso.demand_who')}
          hint={t('sso.demand_hint')}
          options={[{ name: 'enforce', label: t('sso.enforce') }]}
          chosen={draft.isOn ? ['enforce'] : []}
          onChange={(chosen) => change({ isOn: chosen.length > 0 })}
        />
        <Loaded query={members} lines={1}>
          {({ rows }) => (
            <Select
              label={t('sso.break_glass')}
              hint={t('sso.break_glass_hint')}
              value={draft.glass}
              onChange={(chosen) => change({ glass: chosen })}
              options={[
                { value: '', label: t('sso.break_glass_nobody') },
                ...rows
                  .filter(({ role, active }) => role === 'owner' && active)
                  .map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
              ]}
            />
          )}
        </Loaded>
        {sso.enforce && !sso.break_glass_ready && (
          <Note tone="warn" title={t('sso.break_glass_not_ready')} />
        )}
        {sso.break_glass_used_at !== undefined && (
          <p className="muted small">
            {t('sso.break_glass_used')} <Moment at={sso.break_glass_used_at} />
          </p>
        )}
        {save.error !== undefined && <FreshError error={save.error} />}
        {save.isSaved && <News tone="good">{t('sso.saved')}</News>}
        <div className="dialog-foot">
          <Button type="submit" look="primary" isPending={save.isRunning}>
            {t('policy.save')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
