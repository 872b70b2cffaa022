// The page for a person's data: its export, and the deletion of the account, with a week to
// reconsider.
import { Form, Submit } from '../../../http/pages/parts/form.tsx';
import type { Viewer } from '../../../http/pages/page-viewer.ts';
import { Panel } from '../../../http/pages/parts/panel.tsx';
import { AccountPage, More } from './account-page.tsx';

export function DataPage({ viewer, fault }: { viewer: Viewer; fault?: string | undefined }) {
  const { t } = viewer;
  return (
    <AccountPage viewer={viewer} title={t('nav.data')} place="/account/data" fault={fault}>
      <Panel icon="download" title={t('data.export')}>
        <p>{t('data.export_text')}</p>
        <Form action="/account/data/export">
          <Submit look="soft" icon="download">
            {t('data.export_action')}
          </Submit>
        </Form>
      </Panel>
      <Panel icon="trash" title={t('data.delete')}>
        <p>{t('data.delete_text')}</p>
        <More title={t('data.delete')} open={fault !== undefined}>
          <Form action="/account/data/delete">
            <label class="tick">
              <input type="checkbox" name="sure" value="1" required />
              <span>{t('data.delete_confirm')}</span>
            </label>
            <Submit look="bad">{t('data.delete')}</Submit>
          </Form>
        </More>
      </Panel>
    </AccountPage>
  );
}
