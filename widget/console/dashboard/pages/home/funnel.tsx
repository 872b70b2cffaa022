import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useFunnel } from '../../queries.ts';
import { DAYS } from './figures.tsx';

/**
 * How far visitors get, as shares of the sessions that have ended. The steps of a running session
 * are not yet known.
 */
export function Funnel() {
  const t = useTexts();
  const formats = useFormats();
  const funnel = useFunnel(DAYS);
  const ended = funnel.data?.steps[0]?.sessions;
  // Without any checks, the funnel would be empty, and the figures already show that there are
  // none.
  if (ended === 0 && funnel.data?.running === 0) return null;
  return (
    <Card title={t('funnel.title')}>
      <Loaded query={funnel} lines={5}>
        {({ running, steps }) => (
          <>
            {ended !== 0 && (
              <ol className="bars">
                {steps.map(({ step, sessions, share }) => (
                  <li key={step}>
                    <span className="bar-label">{t(`funnel.${step}`)}</span>
                    <span className="bar-value">
                      {formats.number(sessions)}
                      {share !== null && <span className="muted"> · {formats.percent(share)}</span>}
                    </span>
                    <progress max={1} value={share ?? 0} aria-hidden="true" />
                  </li>
                ))}
              </ol>
            )}
            <p className="muted small">
              {t(ended === 0 ? 'funnel.none_ended' : 'funnel.ended', { days: DAYS })}
              {running > 0 && ` ${t('funnel.running', { count: running })}`}
            </p>
          </>
        )}
      </Loaded>
    </Card>
  );
}
