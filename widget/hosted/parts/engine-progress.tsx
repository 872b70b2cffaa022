// Shows how much of the engine and its models has been loaded, or will be loaded.
import type { EngineState } from '../state/flow.ts';
import { useTexts } from '../i18n/context.ts';
import { Icon } from './icon.tsx';

export function EngineProgress({ engine }: { engine: EngineState }) {
  const t = useTexts();
  if (engine.phase === 'idle') return <Idle bytes={engine.totalBytes} />;
  const isReady = engine.phase === 'ready';
  // The last two percent are for compiling.
  const share = engine.totalBytes > 0 ? engine.loadedBytes / engine.totalBytes : 0;
  const percent = isReady ? 100 : Math.min(98, Math.round(share * 100));
  const label = isReady
    ? t('engine.ready')
    : t('engine.loading', { percent: formatPercent(t.locale, percent) });
  return (
    <div class="engine" data-phase={engine.phase}>
      {!isReady && <progress class="bar" max={100} value={percent} aria-label={label} />}
      <span class="engine-label" aria-hidden={!isReady}>
        {isReady && <Icon name="check" />}
        {label}
      </span>
      {engine.phase === 'waiting' && (
        <p class="engine-label" role="status">
          <Icon name="cloud" />
          {t('engine.waiting')}
        </p>
      )}
    </div>
  );
}

/**
 * Tells visitors who use their browser's data saver how much will be loaded when they continue. For
 * everybody else, loading starts soon, so only the space for the message is reserved.
 */
function Idle({ bytes }: { bytes: number }) {
  const t = useTexts();
  if (bytes === 0)
    return (
      <div class="engine" data-phase="idle" aria-hidden="true">
        <div class="bar" />
        <span class="engine-label">&nbsp;</span>
      </div>
    );
  return <p class="small">{t('engine.later', { size: formatMegabytes(t.locale, bytes) })}</p>;
}

function formatMegabytes(locale: string, bytes: number): string {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  }).format(bytes / 1e6);
}

function formatPercent(locale: string, percent: number): string {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100);
}
