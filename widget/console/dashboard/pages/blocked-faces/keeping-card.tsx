import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import type { WireSettings } from '../../../api/wire.ts';
import { useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ErrorNote, Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { useSettings } from '../../queries.ts';
import { useSave } from '../../use-save.ts';

type Settings = WireSettings;

const DAYS = [0, 1, 3, 7, 14, 30] as const;

/**
 * The setting for how many days the face of a check is kept, so that it can be blocked. The setting
 * is off by default.
 */
export function KeepingCard() {
  const t = useTexts();
  const settings = useSettings();
  return (
    <Card title={t('keeping.title')}>
      <Loaded query={settings} lines={3}>
        {(data) => <Keeping settings={data} />}
      </Loaded>
    </Card>
  );
}

const draftOf = (settings: Settings) => ({ days: String(settings.keep_faces_days) });

function Keeping({ settings }: { settings: Settings }) {
  const t = useTexts();
  const { role } = useUser();
  const { draft, change } = useDraft(settings, draftOf);
  const { days } = draft;
  const { keep_faces_days: saved } = settings;
  const save = useSave({ keep_faces_days: Number(days) });
  const offered = [...new Set([...DAYS, saved])].toSorted((one, other) => one - other);
  const mayWrite = mayDo(role, 'settings.write');
  return (
    <Form onSubmit={save.run}>
      <p className="muted">{t('keeping.text')}</p>
      <div className="inline-form">
        <Select
          label={t('keeping.days')}
          value={days}
          onChange={(chosen) => change({ days: chosen })}
          options={offered.map((each) => ({
            value: String(each),
            label: each === 0 ? t('keeping.off') : t('keys.days', { count: each }),
          }))}
        />
        {mayWrite && (
          <Button type="submit" isPending={save.isRunning} isDisabled={days === String(saved)}>
            {t('policy.save')}
          </Button>
        )}
      </div>
      {saved === 0 && days !== '0' && (
        <Note tone="warn" title={t('keeping.law')} isNews>
          <p>{t('keeping.law_text')}</p>
        </Note>
      )}
      {save.error !== undefined && <ErrorNote error={save.error} />}
      {!mayWrite && <p className="muted small">{t('policy.read_only')}</p>}
    </Form>
  );
}
