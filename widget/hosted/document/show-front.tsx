// The side with the portrait, where the code is on the other one: there is nothing to read, so the person presses.
import { useRef, useState } from 'preact/hooks';
import { Announcer } from '../parts/announcer.tsx';
import { Button } from '../parts/button.tsx';
import { Heading } from '../parts/layout.tsx';
import type { DocumentTexts } from './document-texts.ts';
import { grab } from './page-camera.ts';
import { PageStage, PhotoButton, usePageCamera } from './page-stage.tsx';
import { openPhoto, writePage } from './page-picture.ts';

interface ShowFrontProps {
  t: DocumentTexts;
  onShown: (front: Blob) => void;
  onBack: () => void;
}

export function ShowFront({ t, onShown, onBack }: ShowFrontProps) {
  const video = useRef<HTMLVideoElement>(null);
  const { camera, again } = usePageCamera(video);
  const [isBusy, setBusy] = useState(false);
  const [isUnread, setUnread] = useState(false);
  const show = async (open: () => Promise<HTMLCanvasElement | undefined>) => {
    setBusy(true);
    const canvas = await open().catch(() => undefined);
    const front = canvas && (await writePage(canvas));
    setBusy(false);
    setUnread(!front);
    if (front) onShown(front);
  };
  const take = async () => {
    const canvas = document.createElement('canvas');
    return video.current && grab(video.current, canvas) ? canvas : undefined;
  };
  const instruction = t('document.side.front');
  const remark = t(isUnread ? 'document.photo.unseen' : 'document.turn_over');
  return (
    <section class="capture">
      <Heading text={t('document.title')} quiet />
      <div class="instruction-box">
        <p class="instruction">{instruction}</p>
        <p class="hint">{remark}</p>
      </div>
      <PageStage t={t} video={video} camera={camera} onAgain={again} />
      <div class="actions document-actions">
        {camera === 'live' && (
          <Button icon="camera" isBusy={isBusy} onPress={() => void show(take)}>
            {t('document.take')}
          </Button>
        )}
        <PhotoButton isBusy={isBusy} onFile={(file) => void show(() => openPhoto(file))}>
          {t('document.upload')}
        </PhotoButton>
        <Button look="plain" onPress={onBack}>
          {t('document.back')}
        </Button>
      </div>
      <Announcer text={`${instruction} ${remark}`} />
    </section>
  );
}
