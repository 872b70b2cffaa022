// The page shown before an account's face is checked, with alternatives for people who have no
// enrolled face or do not want to use it.
import { pathOfDestination, type Destination } from '../../../http/auth/consent.ts';
import { Card, Document } from '../../../http/pages/parts/document.tsx';
import { Form, Submit } from '../../../http/pages/parts/form.tsx';
import { Alert } from '../../../http/pages/parts/notice.tsx';
import type { Viewer } from '../../../http/pages/page-viewer.ts';
import { HOME, pathTo } from '../navigation.ts';
import { SiteHead, type RequestingSite } from '../requesting-site.tsx';

interface ShowFaceView {
  destination: Destination;
  /**
   * The site that requests the face check, if a site's consent request led to this page; absent if
   * the hosted page of a check did, because then only the path back to that page is known.
   */
  site?: RequestingSite;
  /** Whether the account has an enrolled face that can be compared. */
  canShow: boolean;
  /** The error message to display. */
  fault?: string;
}

export function ShowFacePage({ viewer, view }: { viewer: Viewer; view: ShowFaceView }) {
  const { t } = viewer;
  const { destination, site, canShow, fault } = view;
  const wish = site ? t('face_proof.text_site', { site: site.name }) : t('face_proof.text');
  return (
    <Document viewer={viewer} title={t('face_proof.title')}>
      <Card>
        {site && <SiteHead site={site} />}
        <div class="heading">
          <h1 class="title">{t('face_proof.title')}</h1>
          <p class="lead">{canShow ? wish : t('face_proof.none')}</p>
        </div>
        {fault !== undefined && <Alert tone="bad">{fault}</Alert>}
        {canShow ? (
          <Form action="/account/face/show" hidden={{ ...destination }}>
            <Submit icon="camera">{t('face_proof.show')}</Submit>
          </Form>
        ) : (
          <p class="beside">
            <a href={pathTo('/signin', { fresh: '1', continue: '/account/security' })}>
              {t('security.face_enrol')}
            </a>
          </p>
        )}
        <p class="aside">
          <a href={checkPath(destination)}>{t('face_proof.check')}</a>
        </p>
      </Card>
    </Document>
  );
}

/**
 * Returns the path of the link to a different check: back to the hosted page that sent the person
 * here, or, for a consent request, to the age page of the account.
 */
const checkPath = (destination: Destination): string =>
  destination.session === undefined
    ? (destination.continue ?? HOME)
    : pathTo('/account/age', { continue: pathOfDestination(destination) });
