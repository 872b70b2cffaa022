// The bar of test sessions: settles the session with any outcome, through the server like everything.
import { useState } from 'preact/hooks';
import type { SandboxBody } from '../../../src/routes/hosted/schemas.ts';
import { useTexts } from '../i18n/context.ts';
import { EXPLAINED_REASONS } from '../verdict-texts.ts';

const OUTCOMES = ['success', 'failed', 'canceled', 'expired'] as const;

export function SandboxBar({ onSettle }: { onSettle: (body: SandboxBody) => void }) {
  const t = useTexts();
  const [reason, setReason] = useState('');
  return (
    <aside class="sandbox" aria-labelledby="sandbox-title">
      <p class="sandbox-label">
        <strong id="sandbox-title">{t('sandbox.title')}</strong>
        <span>{t('sandbox.text')}</span>
      </p>
      <label class="sandbox-reason">
        <span class="hidden">{t('sandbox.reason')}</span>
        <select value={reason} onChange={(event) => setReason(event.currentTarget.value)}>
          <option value="">{t('sandbox.reason')}</option>
          {EXPLAINED_REASONS.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <div class="sandbox-controls">
        {OUTCOMES.map((outcome) => (
          <button
            key={outcome}
            type="button"
            class="sandbox-button"
            data-outcome={outcome}
            onClick={() =>
              onSettle({ outcome, ...(outcome === 'failed' && reason !== '' && { reason }) })
            }
          >
            {t(`sandbox.${outcome}`)}
          </button>
        ))}
      </div>
    </aside>
  );
}
