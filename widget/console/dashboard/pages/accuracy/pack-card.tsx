// Creates an evidence pack for a regulator: a file that covers a past period.
import { useState } from 'react';
import { keepStored, readStored } from '../../../browser/stored.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { useAction } from '../../../ui/use-action.ts';

const STORED = 'pack-jurisdiction';

/**
 * Returns the default period, the last whole month. Periods of whole months do not overlap, which
 * prevents a customer's packs from being subtracted from each other (docs/evidence.md).
 */
function lastMonth(): { from: string; to: string } {
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { from: dayOf(Date.UTC(year, month - 1, 1)), to: dayOf(Date.UTC(year, month, 0)) };
}

export function PackCard() {
  const t = useTexts();
  const client = useClient();
  const [jurisdiction, setJurisdiction] = useState(readStored(STORED) ?? 'EU');
  const [{ from, to }, setPeriod] = useState(lastMonth);
  const save = useAction(async () => {
    const code = jurisdiction.trim().toUpperCase();
    const { data } = await client.GET('/dashboard/v1/compliance/pack', {
      params: { query: { jurisdiction: code, from, to } },
      parseAs: 'blob',
    });
    if (data === undefined) return;
    keepStored(STORED, code);
    saveFile(data, `evidence-${code}-${from}-${to}.zip`);
  });
  return (
    <Card title={t('truth.pack')}>
      <p className="muted">
        {t('truth.pack_text')} <a href="/docs/evidence">{t('truth.pack_more')}</a>
      </p>
      <div className="inline-form">
        <TextInput
          label={t('truth.pack_jurisdiction')}
          hint={t('truth.pack_codes')}
          value={jurisdiction}
          onChange={setJurisdiction}
          isCode
        />
        <TextInput
          label={t('filter.from')}
          type="date"
          value={from}
          onChange={(day) => setPeriod({ from: day, to })}
        />
        <TextInput
          label={t('filter.to')}
          type="date"
          value={to}
          onChange={(day) => setPeriod({ from, to: day })}
        />
        <Button isPending={save.isRunning} onPress={save.run}>
          {t('truth.pack_save')}
        </Button>
      </div>
      {save.error !== undefined && (
        <ErrorNote
          error={save.error}
          conflict={t('truth.pack_open')}
          invalid={t('truth.pack_invalid')}
        />
      )}
    </Card>
  );
}
