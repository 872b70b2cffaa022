// The stage for the side with the portrait, when the code is on the other side. The side is
// photographed once the camera sees a card, or when the visitor presses the button.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Announcer } from '../parts/announcer.tsx';
import { Button } from '../parts/button.tsx';
import { Heading } from '../parts/layout.tsx';
import type { Film, Say } from './camera-run.ts';
import type { DocumentTexts } from './document-texts.ts';
import { runFront } from './front-run.ts';
import { grab } from './page-camera.ts';
import { PageStage, PhotoButton, usePageCamera } from './page-stage.tsx';
import { openPhoto, pixelsOf, writePage } from './page-picture.ts';
import type { Reader } from './reader.ts';

interface ShowFrontProps {
  t: DocumentTexts;
  film: Film;
  reader: Reader;
  /** Whether only the camera is accepted, not a file. */
  isLive: boolean;
  isHeld: boolean;
  /**
   * @param takenAt when the camera took the picture, on the clock of the take; absent for a file
   */
  onShown: (front: Blob, takenAt?: number) => void;
  onBack: () => void;
}

export function ShowFront({ t, film, reader, isLive, isHeld, onShown, onBack }: ShowFrontProps) {
  const video = useRef<HTMLVideoElement>(null);
  const { camera, again } = usePageCamera(video);
  const [say, setSay] = useState<Say>('turn_over');
  const looked = useRef<'first' | 'next'>('first');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<'unseen' | 'fit'>();
  const isLooking = camera === 'live' && !isHeld && !isBusy;
  useEffect(() => {
    if (!isLooking || !video.current) return undefined;
    return runFront(video.current, film, reader, looked, setSay, onShown);
  }, [isLooking, reader]);
  // If no good card was found in a file, the next file is sent without being checked, because the
  // page's check may be wrong.
  const show = async (file?: File) => {
    setBusy(true);
    const canvas = await (file ? openPhoto(file) : grabbed(video.current)).catch(() => undefined);
    const takenAt = file || !canvas ? undefined : film.keeper?.see(canvas);
    const pixels = file && fault !== 'fit' && canvas && pixelsOf(canvas);
    const isSeen = !pixels || (await reader.seeFront(pixels, 'photo')) === 'seen';
    const front = isSeen && canvas && (await writePage(canvas));
    setBusy(false);
    setFault(isSeen ? 'unseen' : 'fit');
    if (front) onShown(front, takenAt);
  };
  const instruction = t('document.side.front');
  const remark =
    fault === 'unseen'
      ? t('document.photo.unseen')
      : t(`document.say.${fault ?? (camera === 'live' ? say : 'turn_over')}`);
  return (
    <section class="capture">
      <Heading text={t('document.title')} quiet />
      <div class="instruction-box">
        <p class="instruction">{instruction}</p>
        <p class="hint" data-say={say}>
          {remark}
        </p>
      </div>
      <PageStage t={t} video={video} camera={camera} onAgain={again} isLive={isLive} isCard />
      <div class="actions document-actions">
        {camera === 'live' && (
          <Button icon="camera" isBusy={isBusy} onPress={() => void show()}>
            {t('document.take')}
          </Button>
        )}
        {!isLive && (
          <PhotoButton isBusy={isBusy} onFile={(file) => void show(file)}>
            {t('document.upload')}
          </PhotoButton>
        )}
        <Button look="plain" onPress={onBack}>
          {t('document.back')}
        </Button>
      </div>
      <Announcer text={`${instruction} ${remark}`} />
    </section>
  );
}

async function grabbed(video: HTMLVideoElement | null): Promise<HTMLCanvasElement | undefined> {
  const canvas = document.createElement('canvas');
  return video && grab(video, canvas) ? canvas : undefined;
}
