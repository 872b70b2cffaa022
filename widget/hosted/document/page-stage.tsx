// The camera preview with a frame for the document, and a button to choose a photograph from a
// file. When the camera cannot be used, the stage explains what to do instead.
import type { ComponentChildren, Ref } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { closeCamera } from '../capture/camera.ts';
import type { CameraFault } from '../state/flow.ts';
import { Button } from '../parts/button.tsx';
import type { DocumentTexts } from './document-texts.ts';
import { openPageCamera } from './page-camera.ts';

type Camera = 'asking' | 'live' | CameraFault;

/** Opens the camera while the stage is on the page. */
export function usePageCamera(
  video: { current: HTMLVideoElement | null },
  open: () => Promise<MediaStream | CameraFault> = openPageCamera,
): {
  camera: Camera;
  again: () => void;
} {
  const [camera, setCamera] = useState<Camera>('asking');
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isHere = true;
    let stream: MediaStream | undefined;
    setCamera('asking');
    void open().then((opened) => {
      if (typeof opened === 'string') return isHere && setCamera(opened);
      if (!isHere || !video.current) return closeCamera(opened);
      stream = opened;
      stream.getVideoTracks()[0]?.addEventListener('ended', () => setCamera('lost'));
      video.current.srcObject = stream;
      // `play` rejects when the page moves on before the first picture, in which case there is
      // nothing to play.
      video.current.play().catch(() => undefined);
      return setCamera('live');
    });
    return () => {
      isHere = false;
      closeCamera(stream);
    };
  }, [tries]);
  return { camera, again: () => setTries(tries + 1) };
}

interface PageStageProps {
  t: DocumentTexts;
  video: Ref<HTMLVideoElement>;
  camera: Camera;
  onAgain: () => void;
  /**
   * Whether the camera faces the person who holds the device: the picture is then mirrored and has
   * no frame.
   */
  isFace?: boolean;
  /** Whether the frame has the shape of a card. */
  isCard?: boolean;
  /** Whether only the camera is accepted, not a file. */
  isLive?: boolean;
}

export function PageStage({
  t,
  video,
  camera,
  onAgain,
  isFace = false,
  isCard = false,
  isLive = false,
}: PageStageProps) {
  const isBroken = camera !== 'asking' && camera !== 'live';
  return (
    <>
      <div class="page-stage" data-camera={camera} data-face={isFace} hidden={isBroken}>
        <video
          ref={video}
          class="stage-video"
          muted
          playsInline
          autoPlay
          disablePictureInPicture
          aria-label={t('document.preview')}
        />
        {!isFace && <div class="page-frame" data-card={isCard} aria-hidden="true" />}
      </div>
      {isBroken && (
        <div class="unreadable" role="alert" data-fault={camera}>
          <p>{t(isLive ? 'document.camera_needed' : 'document.camera_failed')}</p>
          <Button look="soft" onPress={onAgain}>
            {t('document.camera_again')}
          </Button>
        </div>
      )}
    </>
  );
}

/** A button that opens the browser's file picker. */
export function PhotoButton({
  children,
  isBusy,
  onFile,
}: {
  children: ComponentChildren;
  isBusy: boolean;
  onFile: (file: File) => void;
}) {
  return (
    <label class="button photo" data-look="soft" data-busy={isBusy}>
      {isBusy && <span class="spinner" aria-hidden="true" />}
      <span>{children}</span>
      <input
        class="photo-input"
        type="file"
        accept="image/*"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // Clearing the input lets the visitor choose the same file again.
          event.currentTarget.value = '';
          if (file && !isBusy) onFile(file);
        }}
      />
    </label>
  );
}
