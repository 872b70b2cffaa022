// The appearance and language of the check, next to a preview of the real page (D-123).
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { useSettings } from '../../queries.ts';
import { Editor } from './editor.tsx';

export default function Appearance() {
  const t = useTexts();
  const settings = useSettings();
  return (
    <Page title={t('look.title')} lead={t('look.lead')}>
      <Loaded query={settings} lines={8}>
        {(data) => <Editor settings={data} />}
      </Loaded>
    </Page>
  );
}
