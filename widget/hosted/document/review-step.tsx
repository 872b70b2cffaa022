// The step that follows when a document has not led to an automatic decision (D-95). The visitor
// may decline, or ask for a human review with the pictures that were sent and a new picture of the
// face. If the reviewer wants to see more, the visitor continues here.
import { useRef, useState } from 'preact/hooks';
import { Announcer } from '../parts/announcer.tsx';
import { Button } from '../parts/button.tsx';
import { Heading, Notice, Tips } from '../parts/layout.tsx';
import type { DocumentTexts } from './document-texts.ts';
import { openFaceCamera, writeFace } from './face-picture.ts';
import type { SentPages } from './last-sent.ts';
import { PageStage, usePageCamera } from './page-stage.tsx';
import type { ReviewStepProps } from './part.ts';
import { Sending } from './sending.tsx';
import { useDocumentTexts } from './use-document-texts.ts';

/** `sent`: the pictures of the document that this page sent; undefined after a reload. */
type Props = ReviewStepProps & { sent: SentPages | undefined };

export function ReviewStep(props: Props & { place: Element }) {
  const t = useDocumentTexts(props);
  const [isShowing, setShowing] = useState(false);
  if (!t) return null;
  if (props.isSending) return <Sending t={t} />;
  if (props.again) return <Again t={t} {...props} again={props.again} />;
  if (isShowing && props.sent) return <ShowFace t={t} {...props} sent={props.sent} />;
  return <Offer t={t} {...props} onShow={() => setShowing(true)} />;
}

function Offer({
  t,
  site,
  sent,
  canShow,
  isBusy,
  onShow,
  onShowAgain,
  onDecline,
}: Props & { t: DocumentTexts; onShow: () => void }) {
  return (
    <Notice icon="person" title={t('review.title')}>
      <p class="lead">{t('review.text', { site })}</p>
      <p>{t(sent ? 'review.kept' : canShow ? 'review.lost' : 'review.lost_again')}</p>
      <div class="actions">
        {sent && <Button onPress={onShow}>{t('review.ask')}</Button>}
        {!sent && canShow && (
          <Button isBusy={isBusy} onPress={onShowAgain}>
            {t('review.show_again')}
          </Button>
        )}
        <Button look={sent || canShow ? 'plain' : 'soft'} isBusy={isBusy} onPress={onDecline}>
          {t('review.leave')}
        </Button>
      </div>
    </Notice>
  );
}

/**
 * Takes a picture of the face and sends it with the pictures of the document. Pressing the button
 * counts as consent, so the text above the button states what is kept.
 */
function ShowFace({
  t,
  sent,
  isUnclear,
  isBusy,
  onAsk,
  onDecline,
}: Props & { t: DocumentTexts; sent: SentPages }) {
  const video = useRef<HTMLVideoElement>(null);
  const { camera, again } = usePageCamera(video, openFaceCamera);
  const [isTaking, setTaking] = useState(false);
  const take = async () => {
    setTaking(true);
    const face = video.current && (await writeFace(video.current));
    setTaking(false);
    if (face) onAsk({ ...sent, face });
  };
  const instruction = t('review.face');
  const remark = t(isUnclear ? 'review.unclear' : 'review.kept');
  return (
    <section class="capture">
      <Heading text={t('review.title')} quiet />
      <div class="instruction-box">
        <p class="instruction">{instruction}</p>
        <p class="hint" data-unclear={isUnclear}>
          {remark}
        </p>
      </div>
      <PageStage t={t} video={video} camera={camera} onAgain={again} isFace />
      <div class="actions document-actions">
        {camera === 'live' && (
          <Button icon="camera" isBusy={isTaking || isBusy} onPress={() => void take()}>
            {t('review.send')}
          </Button>
        )}
        <Button look="plain" isBusy={isBusy} onPress={onDecline}>
          {t('review.leave')}
        </Button>
      </div>
      <Announcer text={`${instruction} ${remark}`} />
    </section>
  );
}

/** The request for better pictures, shown when a reviewer has looked at the first ones. */
function Again({
  t,
  site,
  again,
  isBusy,
  onResume,
}: Props & { t: DocumentTexts; again: NonNullable<ReviewStepProps['again']> }) {
  return (
    <Notice icon="refresh" title={t('review.again_title')}>
      <p class="lead">{t('review.again_text', { site })}</p>
      <Tips
        tips={again.map((step) =>
          step === 'document'
            ? (['card', t('review.again_document')] as const)
            : (['face', t('review.again_movements')] as const),
        )}
      />
      <Button isBusy={isBusy} onPress={onResume}>
        {t('review.go')}
      </Button>
    </Notice>
  );
}
