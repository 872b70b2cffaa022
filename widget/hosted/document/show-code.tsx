// The stage in which the side with the code is read: by the camera without a button press, or from
// a photograph.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Announcer } from '../parts/announcer.tsx';
import { Button } from '../parts/button.tsx';
import { Heading } from '../parts/layout.tsx';
import type { Film, Say } from './camera-run.ts';
import { runCode } from './code-run.ts';
import type { DocumentTexts } from './document-texts.ts';
import type { ChosenCode } from './kinds.ts';
import type { DocumentType } from '../../../src/vision/documents/document-facts.ts';
import { PageStage, PhotoButton, usePageCamera } from './page-stage.tsx';
import { openPhoto, pixelsOf, writePage } from './page-picture.ts';
import type { Reader } from './reader.ts';
import type { ReadSide } from './stages.ts';

interface ShowCodeProps {
  t: DocumentTexts;
  film: Film;
  reader: Reader;
  kind: ChosenCode;
  type: DocumentType;
  allowed: readonly DocumentType[];
  /** Whether only the camera is accepted, not a file. */
  isLive: boolean;
  isHeld: boolean;
  onRead: (side: ReadSide) => void;
  onBack: () => void;
}

export function ShowCode({ t, type, isLive, onBack, ...props }: ShowCodeProps) {
  const { film, reader, kind, allowed, isHeld, onRead } = props;
  const video = useRef<HTMLVideoElement>(null);
  const { camera, again } = usePageCamera(video);
  const [say, setSay] = useState<Say>('fit');
  const photo = usePhoto(props);
  const isReading = camera === 'live' && !isHeld && !photo.isBusy;
  useEffect(() => {
    if (!isReading || !video.current) return undefined;
    return runCode({ video: video.current, film, reader, kind, allowed, onSay: setSay, onRead });
  }, [isReading, reader, kind]);
  const instruction = t(`document.side.${kind === 'either' ? 'drivers_license' : type}`);
  const remark = camera === 'live' ? t(`document.say.${say}`) : '';
  const fault = photo.fault === undefined ? '' : t(`document.photo.${photo.fault}`);
  return (
    <section class="capture">
      <Heading text={t('document.title')} quiet />
      <div class="instruction-box">
        <p class="instruction">{instruction}</p>
        <p class="hint" data-say={say}>
          {remark}
        </p>
      </div>
      <PageStage t={t} video={video} camera={camera} onAgain={again} isLive={isLive} />
      {fault !== '' && <p class="unreadable">{fault}</p>}
      <div class="actions document-actions">
        {!isLive && (
          <PhotoButton isBusy={photo.isBusy} onFile={(file) => void photo.read(file)}>
            {t('document.upload')}
          </PhotoButton>
        )}
        <Button look="plain" onPress={onBack}>
          {t('document.back')}
        </Button>
      </div>
      <Announcer text={[instruction, remark, fault].join(' ').trim()} />
    </section>
  );
}

/**
 * `unread`: no code could be read. `other_kind`: the site does not accept this type of document.
 */
type PhotoFault = 'unread' | 'other_kind';

function usePhoto({
  reader,
  kind,
  allowed,
  onRead,
}: Pick<ShowCodeProps, 'reader' | 'kind' | 'allowed' | 'onRead'>) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<PhotoFault>();
  const read = async (file: File) => {
    setBusy(true);
    const side = await readFile(file, { reader, kind, allowed }).catch(() => 'unread' as const);
    setBusy(false);
    setFault(typeof side === 'string' ? side : undefined);
    if (typeof side !== 'string') onRead(side);
  };
  return { isBusy, fault, read };
}

async function readFile(
  file: File,
  { reader, kind, allowed }: Pick<ShowCodeProps, 'reader' | 'kind' | 'allowed'>,
): Promise<ReadSide | PhotoFault> {
  const canvas = await openPhoto(file);
  const pixels = pixelsOf(canvas);
  const reading = pixels && (await reader.readPhoto(kind, pixels));
  if (!reading) return 'unread';
  const [first, second] = reading.reads;
  if (!allowed.includes(first.type)) return 'other_kind';
  const page = await writePage(canvas, reading.quarters);
  if (!page) return 'unread';
  return { frames: [first.strips, second.strips], page, isBack: first.isBack };
}
