import { useState } from 'react';
import { listedDays } from '../../../../../src/domain/verification/rules/session/listed-days.ts';
import { faultOf } from '../../../api/call-error.ts';
import { dataOf } from '../../../api/client.ts';
import type { WireAdminTenantDetail, WireTenantChanges } from '../../../api/wire.ts';
import { choiceOf, marginOf } from '../../../margin-choices.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useDraft } from '../../../ui/use-draft.ts';
import { PlanChoice } from '../../plan-choice.tsx';
import { MarginChoice } from './margin-choice.tsx';
import { useTenantChanged, type Done } from './tenant-acts.tsx';

type Tenant = WireAdminTenantDetail;
type Changes = WireTenantChanges;

interface Props {
  tenant: Tenant;
  mayWrite: boolean;
  onDone: (done: Done) => void;
}

const NUMBERS = ['attempt_cap', 'retention_days', 'history_days'] as const;

const draftOf = (tenant: Tenant) => ({
  name: tenant.name,
  plan: tenant.plan?.id ?? '',
  margin: choiceOf(tenant),
  attempt_cap: String(tenant.attempt_cap),
  retention_days: String(tenant.retention_days),
  history_days: String(tenant.history_days),
  needsFactor: tenant.require_second_factor,
});

/** What operators set of a customer; only what was changed is sent. */
export function LimitsCard({ tenant, mayWrite, onDone }: Props) {
  const t = useTexts();
  const client = useClient();
  const changed = useTenantChanged({ tenant, onDone });
  const { draft, change } = useDraft(tenant, draftOf);
  const wanted: Changes = {
    name: draft.name.trim(),
    plan_id: draft.plan === '' ? null : draft.plan,
    ...marginOf(draft.margin),
    attempt_cap: Number(draft.attempt_cap),
    retention_days: Number(draft.retention_days),
    history_days: Number(draft.history_days),
    require_second_factor: draft.needsFactor,
  };
  const changes = differing({ ...tenant, plan_id: tenant.plan?.id ?? null }, wanted);
  const isChanged = Object.keys(changes).length > 0;
  const listed = listedAs(draft);
  const isLoss = Number(draft.history_days) < tenant.history_days && listed < listedAs(tenant);
  const [isAsked, setAsked] = useState(false);
  const start = async () => {
    const params = { path: { id: tenant.id } };
    await dataOf(client.PATCH('/admin/v1/tenants/{id}', { params, body: changes }));
    await changed('update');
  };
  const save = useAction(start);
  return (
    <Card title={t('limits.title')}>
      <p className="muted">{t('limits.text')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isLoss) {
            save.forget();
            setAsked(true);
          } else save.run();
        }}
      >
        <fieldset className="form" disabled={!mayWrite}>
          <div className="pairs">
            <TextInput
              label={t('tenants.name')}
              isRequired
              isDisabled={!mayWrite}
              value={draft.name}
              onChange={(name) => change({ name })}
            />
            <PlanChoice
              value={draft.plan}
              now={tenant.plan}
              onChange={(plan) => change({ plan })}
            />
            <MarginChoice
              value={draft.margin}
              years={tenant.effective_age_margin_years}
              floor={tenant.age_margin_floor_years}
              onChange={(margin) => change({ margin })}
            />
            {NUMBERS.map((each) => (
              <TextInput
                key={each}
                label={t(`limits.${each}`)}
                hint={t(`limits.${each}_hint`)}
                inputMode="numeric"
                isRequired
                isDisabled={!mayWrite}
                value={draft[each]}
                onChange={(value) => change({ [each]: value })}
                error={faultOf(save.error, each, t(`limits.${each}_hint`))}
              />
            ))}
          </div>
          <label className="check">
            <input
              type="checkbox"
              checked={draft.needsFactor}
              onChange={({ target }) => change({ needsFactor: target.checked })}
            />
            <span>{t('limits.factor')}</span>
          </label>
          {save.error !== undefined && <ErrorNote error={save.error} />}
          {mayWrite && (
            <div className="dialog-foot">
              <Button
                type="submit"
                look="primary"
                isPending={save.isRunning}
                isDisabled={!isChanged}
              >
                {t('act.save')}
              </Button>
            </div>
          )}
        </fieldset>
      </form>
      {isAsked && (
        <ConfirmDialog
          title={t('limits.less_title')}
          word={tenant.name}
          act={t('act.save')}
          onConfirm={start}
          onClose={() => setAsked(false)}
        >
          <p>{t('limits.less_text', { number: listed })}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

const listedAs = (days: Record<'retention_days' | 'history_days', string | number>): number =>
  listedDays({
    retentionDays: Number(days.retention_days),
    historyDays: Number(days.history_days),
  });

const differing = (before: Partial<Changes>, after: Changes): Changes =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof Changes] !== value),
  );
