// The page for a consent request that has already been answered in this browser. It tells the
// person so, and links back to the site (D-138).
import type { AnsweredSite } from '../../http/auth/consent.ts';
import { Document } from '../../http/pages/parts/document.tsx';
import { ButtonLink } from '../../http/pages/parts/form.tsx';
import { Notice } from '../../http/pages/parts/notice.tsx';
import type { Viewer } from '../../http/pages/page-viewer.ts';

export function AnsweredPage({ viewer, site }: { viewer: Viewer; site: AnsweredSite }) {
  const { t } = viewer;
  const title = t('answered.title');
  return (
    <Document viewer={viewer} title={title}>
      <Notice icon="check" title={title}>
        <p class="lead">{t('answered.text', { site: site.name })}</p>
        {site.origin !== undefined && (
          <ButtonLink href={`${site.origin}/`}>
            {t('answered.action', { host: new URL(site.origin).host })}
          </ButtonLink>
        )}
      </Notice>
    </Document>
  );
}
