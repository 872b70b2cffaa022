import { useClient } from '../../../session/context.ts';
import type { Mode } from '../../../shell/mode.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';
import type { SessionFilter } from './session-filter.ts';

/** What the filter finds, as CSV. The call needs the access token, so a link alone would not do. */
export function ExportButton({ mode, filter }: { mode: Mode; filter: SessionFilter }) {
  const t = useTexts();
  const client = useClient();
  const download = useAction(async () => {
    const { data } = await client.GET('/dashboard/v1/sessions/export', {
      params: { query: { ...filter, mode } },
      parseAs: 'blob',
    });
    if (data !== undefined) save(data, `sessions-${mode}.csv`);
  });
  return (
    <>
      <Button isPending={download.isRunning} onPress={download.run}>
        {t('sessions.export')}
      </Button>
      {download.error !== undefined && <ErrorNote error={download.error} />}
    </>
  );
}

function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
