import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card, Figure } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty } from '../../../ui/note.tsx';
import { useOverview } from '../../queries.ts';
import { explainReason } from '../../explain-reason.ts';

const DAYS = 90;

/**
 * The outcomes of the live checks that ended in the last ninety days. No shares are shown until a
 * check has ended.
 */
export function Outcomes() {
  const t = useTexts();
  const overview = useOverview(DAYS);
  return (
    <Card title={t('truth.outcomes', { days: DAYS })}>
      <Loaded query={overview} lines={6}>
        {(data) => {
          const { completed, canceled, expired } = data.totals;
          return completed + canceled + expired === 0 ? (
            <Empty icon="check" title={t('figures.empty')} text={t('truth.empty_text')} />
          ) : (
            <>
              <Shares {...data} />
              {data.by_reason.length > 0 && <Reasons {...data} />}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

type Overview = NonNullable<ReturnType<typeof useOverview>['data']>;

function Shares({ totals, contests }: Pick<Overview, 'totals' | 'contests'>) {
  const t = useTexts();
  const formats = useFormats();
  const shareOf = useShares();
  const { completed, canceled, expired } = totals;
  const whole = completed + canceled + expired;
  return (
    <dl className="figures">
      <Figure
        label={t('figures.success_rate')}
        value={totals.success_rate === null ? '–' : formats.percent(totals.success_rate)}
        hint={t('figures.success_hint', { count: completed })}
      />
      {(['canceled', 'expired'] as const).map((end) => (
        <Figure
          key={end}
          label={t(`status.${end}`)}
          value={shareOf(totals[end], whole)}
          hint={t(`truth.${end}_hint`, {
            part: formats.number(totals[end]),
            whole: formats.number(whole),
          })}
        />
      ))}
      <Figure
        label={t('truth.contested')}
        value={formats.number(contests.contested)}
        hint={t('truth.contested_hint', { share: shareOf(contests.contested, completed) })}
      />
      <Figure
        label={t('truth.overturned')}
        value={formats.number(contests.overturned)}
        hint={t('truth.overturned_hint', {
          share: shareOf(contests.overturned, contests.contested),
        })}
      />
    </dl>
  );
}

function Reasons({ totals, by_reason: reasons }: Pick<Overview, 'totals' | 'by_reason'>) {
  const t = useTexts();
  const formats = useFormats();
  const shareOf = useShares();
  return (
    <>
      <h3>{t('truth.reasons')}</h3>
      <ol className="bars">
        {reasons.map(({ reason, failed }) => (
          <li key={reason}>
            <span className="bar-label">{explainReason(reason, t)}</span>
            <span className="bar-value">
              {formats.number(failed)}
              <span className="muted"> · {shareOf(failed, totals.failed)}</span>
            </span>
            <progress max={totals.failed} value={failed} aria-hidden="true" />
          </li>
        ))}
      </ol>
    </>
  );
}

/**
 * @returns a function that formats a share in the reader's language, or returns a dash when the
 *   total is zero
 */
function useShares(): (part: number, whole: number) => string {
  const formats = useFormats();
  return (part, whole) => (whole === 0 ? '–' : formats.percent(part / whole));
}
