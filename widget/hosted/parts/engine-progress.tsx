// How much of the engine and its models has arrived.
import type { EngineState } from '../flow.ts';
import { useTexts } from '../i18n/context.ts';
import { Icon } from './icon.tsx';

export function EngineProgress({ engine }: { engine: EngineState }) {
  const t = useTexts();
  const isReady = engine.phase === 'ready';
  // The last two per cent are for compiling what arrived.
  const share = engine.totalBytes > 0 ? engine.loadedBytes / engine.totalBytes : 0;
  const percent = isReady ? 100 : Math.min(98, Math.round(share * 100));
  const label = isReady
    ? t('engine.ready')
    : t('engine.loading', { percent: formatPercent(t.locale, percent) });
  return (
    <div class="engine" data-ready={isReady}>
      {!isReady && <progress class="bar" max={100} value={percent} aria-label={label} />}
      <span class="engine-label" aria-hidden={!isReady}>
        {isReady && <Icon name="check" />}
        {label}
      </span>
    </div>
  );
}

function formatPercent(locale: string, percent: number): string {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100);
}
