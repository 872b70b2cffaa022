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
import { useTenantChanged, type TenantDone } from './tenant-acts.tsx';

type Tenant = WireAdminTenantDetail;
type Changes = WireTenantChanges;

interface Props {
  tenant: Tenant;
  mayWrite: boolean;
  onDone: (done: TenantDone) => void;
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

type Draft = ReturnType<typeof draftOf>;

/** The limits that operators set for a customer. Only changed fields are sent. */
export function LimitsCard({ tenant, mayWrite, onDone }: Props) {
  const t = useTexts();
  const client = useClient();
  const changed = useTenantChanged({ tenant, onDone });
  const { draft, change } = useDraft(tenant, draftOf);
  const changes = changesOf(tenant, draft);
  const listed = listedAs(draft);
  const isLoss = Number(draft.history_days) < tenant.history_days && listed < listedAs(tenant);
  const [isConfirming, setConfirming] = useState(false);
  const start = async () => {
    const params = { path: { id: tenant.id } };
    await dataOf(client.PATCH('/admin/v1/tenants/{id}', { params, body: changes }));
    await changed('update');
  };
  const save = useAction(start);
  const submit = () => {
    if (!isLoss) return save.run();
    save.forget();
    return setConfirming(true);
  };
  return (
    <Card title={t('limits.title')}>
      <p className="muted">{t('limits.text')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <fieldset className="form" disabled={!mayWrite}>
          <LimitsFields {...{ tenant, mayWrite, draft }} onChange={change} error={save.error} />
          {save.error !== undefined && <ErrorNote error={save.error} />}
          {mayWrite && (
            <div className="dialog-foot">
              <Button
                type="submit"
                look="primary"
                isPending={save.isRunning}
                isDisabled={Object.keys(changes).length === 0}
              >
                {t('act.save')}
              </Button>
            </div>
          )}
        </fieldset>
      </form>
      {isConfirming && (
        <ConfirmDialog
          title={t('limits.less_title')}
          word={tenant.name}
          act={t('act.save')}
          onConfirm={start}
          onClose={() => setConfirming(false)}
        >
          <p>{t('limits.less_text', { number: listed })}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

interface FieldsProps extends Pick<Props, 'tenant' | 'mayWrite'> {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  /** The error of the last attempt to save, if it failed. */
  error: unknown;
}

function LimitsFields({ tenant, mayWrite, draft, onChange, error }: FieldsProps) {
  const t = useTexts();
  return (
    <>
      <div className="pairs">
        <TextInput
          label={t('tenants.name')}
          isRequired
          isDisabled={!mayWrite}
          value={draft.name}
          onChange={(name) => onChange({ name })}
          error={faultOf(error, 'name', t('tenants.name_bad'))}
        />
        <PlanChoice value={draft.plan} now={tenant.plan} onChange={(plan) => onChange({ plan })} />
        <MarginChoice
          value={draft.margin}
          years={tenant.effective_age_margin_years}
          floor={tenant.age_margin_floor_years}
          onChange={(margin) => onChange({ margin })}
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
            onChange={(value) => onChange({ [each]: value })}
            error={faultOf(error, each, t(`limits.${each}_hint`))}
          />
        ))}
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={draft.needsFactor}
          onChange={({ target }) => onChange({ needsFactor: target.checked })}
        />
        <span>{t('limits.factor')}</span>
      </label>
    </>
  );
}

/** @returns the fields that differ from the saved values */
const changesOf = (tenant: Tenant, draft: Draft): Changes =>
  differing(
    { ...tenant, plan_id: tenant.plan?.id ?? null },
    {
      name: draft.name.trim(),
      plan_id: draft.plan === '' ? null : draft.plan,
      ...marginOf(draft.margin),
      attempt_cap: Number(draft.attempt_cap),
      retention_days: Number(draft.retention_days),
      history_days: Number(draft.history_days),
      require_second_factor: draft.needsFactor,
    },
  );

const listedAs = (days: Record<'retention_days' | 'history_days', string | number>): number =>
  listedDays({
    retentionDays: Number(days.retention_days),
    historyDays: Number(days.history_days),
  });

const differing = (before: Partial<Changes>, after: Changes): Changes =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof Changes] !== value),
  );
