// The side with the portrait, where the code is on the other one: taken once the camera sees a card there, or by a press.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Announcer } from '../parts/announcer.tsx';
import { Button } from '../parts/button.tsx';
import { Heading } from '../parts/layout.tsx';
import type { Say } from './camera-run.ts';
import type { DocumentTexts } from './document-texts.ts';
import { runFront } from './front-run.ts';
import { grab } from './page-camera.ts';
import { PageStage, PhotoButton, usePageCamera } from './page-stage.tsx';
import { openPhoto, pixelsOf, writePage } from './page-picture.ts';
import type { Reader } from './reader.ts';
import { sayIn } from './say.ts';

interface ShowFrontProps {
  t: DocumentTexts;
  reader: Reader;
  isHeld: boolean;
  onShown: (front: Blob) => void;
  onBack: () => void;
}

export function ShowFront({ t, reader, isHeld, onShown, onBack }: ShowFrontProps) {
  const video = useRef<HTMLVideoElement>(null);
  const { camera, again } = usePageCamera(video);
  const [say, setSay] = useState<Say>('turn_over');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<'unseen' | 'no_card'>();
  const isLooking = camera === 'live' && !isHeld && !isBusy;
  useEffect(() => {
    if (!isLooking || !video.current) return undefined;
    return runFront({ video: video.current, reader, onSay: setSay, onSeen: onShown });
  }, [isLooking, reader]);
  const show = async (open: () => Promise<HTMLCanvasElement | undefined>) => {
    setBusy(true);
    const canvas = await open().catch(() => undefined);
    const front = canvas && (await writePage(canvas));
    setBusy(false);
    setFault(front ? undefined : 'unseen');
    if (front) onShown(front);
  };
  const take = async () => {
    const canvas = document.createElement('canvas');
    return video.current && grab(video.current, canvas) ? canvas : undefined;
  };
  /** A second file is sent as it is: the page may be wrong. */
  const choose = async (file: File) => {
    const canvas = await openPhoto(file).catch(() => undefined);
    const pixels = canvas && fault !== 'no_card' && pixelsOf(canvas);
    const sighting = pixels ? await reader.seeFront(pixels) : undefined;
    if (sighting && !('card' in sighting)) setFault('no_card');
    else await show(async () => canvas);
  };
  const instruction = t('document.side.front');
  const remark =
    fault === 'unseen'
      ? t('document.photo.unseen')
      : sayIn(t, fault === 'no_card' ? 'fit' : camera === 'live' ? say : 'turn_over');
  return (
    <section class="capture">
      <Heading text={t('document.title')} quiet />
      <div class="instruction-box">
        <p class="instruction">{instruction}</p>
        <p class="hint" data-say={say}>
          {remark}
        </p>
      </div>
      <PageStage t={t} video={video} camera={camera} onAgain={again} isCard />
      <div class="actions document-actions">
        {camera === 'live' && (
          <Button icon="camera" isBusy={isBusy} onPress={() => void show(take)}>
            {t('document.take')}
          </Button>
        )}
        <PhotoButton isBusy={isBusy} onFile={(file) => void choose(file)}>
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
