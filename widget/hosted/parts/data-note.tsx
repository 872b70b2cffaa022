// States what happens to the visitor's data: three lines, and collapsed details. The session
// determines whether the text says that pictures are measured on this device or on a server.
import { useTexts } from '../i18n/context.ts';
import type { HostedTranslate } from '../i18n/translate.ts';
import type { SessionView } from '../requests/wire.ts';
import { Icon } from './icon.tsx';

export function DataNote({ view }: { view: SessionView }) {
  const t = useTexts();
  const { controller, operator, retention_days: days } = view.privacy;
  const site = view.site.name;
  const receives = receivesOf(t, view);
  return (
    <ul class="facts">
      <li>
        <Icon name="lock" />
        <p>
          <PictureNote view={view} />
        </p>
      </li>
      <li>
        <Icon name="share" />
        <p>
          {t('welcome.learns', { site, days: formatDays(t, days) })}{' '}
          {receives && `${receives} ${t('welcome.receives_kept')}`}
        </p>
      </li>
      <li>
        <Icon name="person" />
        <p>
          {controller === operator
            ? t('welcome.responsible_both', { controller })
            : t('welcome.responsible', { controller, operator })}{' '}
          <a
            class="text-link"
            href={noticeAddress(t, view.privacy.path)}
            target="_blank"
            rel="noopener"
          >
            {t('welcome.notice')}
          </a>
        </p>
      </li>
    </ul>
  );
}

export function MoreAboutData({ view }: { view: SessionView }) {
  const t = useTexts();
  const site = view.site.name;
  const isEdge = view.measured === 'edge';
  const asksForDocument = view.document_need;
  const receives = receivesOf(t, view);
  return (
    <details class="folded">
      <summary>{t('welcome.details')}</summary>
      <p>
        {!isEdge && <PictureNote view={view} />}{' '}
        {t(isEdge ? 'welcome.picture_text_edge' : 'welcome.picture_text')}
      </p>
      {asksForDocument && (
        <p>
          {t('welcome.picture_text_document')} {receives === undefined && t('welcome.kept_nothing')}
        </p>
      )}
      <h2>{t('welcome.shared_title', { site })}</h2>
      <p>
        {t('welcome.shared_text', { site })}{' '}
        {asksForDocument && (receives ?? t('welcome.shared_document', { site }))}
      </p>
      <p>{t('welcome.free')}</p>
    </details>
  );
}

/**
 * Returns the sentence that lists the data from the document that the site receives in addition to
 * the document's type and country; undefined when it receives no other data.
 */
function receivesOf(t: HostedTranslate, { site, privacy }: SessionView): string | undefined {
  const fields = privacy.document_fields?.map((field) => t(`welcome.field.${field}`));
  if (!fields) return undefined;
  const list = new Intl.ListFormat(t.locale).format(fields);
  return t('welcome.receives', { site: site.name, fields: list });
}

/** The sentence that states where pictures are measured. */
export function PictureNote({ view }: { view: Pick<SessionView, 'measured'> }) {
  return <>{useTexts()(view.measured === 'edge' ? 'private_note_edge' : 'private_note')}</>;
}

/** The URL of the privacy notice, in this page's language. */
const noticeAddress = (t: HostedTranslate, path: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}ui_locales=${encodeURIComponent(t.locale)}`;

const formatDays = (t: HostedTranslate, days: number): string =>
  new Intl.NumberFormat(t.locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
    .format(days)
    .replaceAll(' ', '\u00A0');
