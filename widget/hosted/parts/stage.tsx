// The camera's mirrored picture under an oval, with the ring and the arrow of the step in hand.
import type { Ref } from 'preact';
import type { CaptureView } from '../capture/liveness-run.ts';
import { OVAL } from '../capture/framing.ts';
import { useTexts } from '../i18n/context.ts';

/** The drawing's units: the stage is always three wide and four high. */
const WIDTH = 300;
const HEIGHT = 400;
const CX = OVAL.x * WIDTH;
const CY = OVAL.y * HEIGHT;
const RX = (OVAL.width * WIDTH) / 2;
const RY = (OVAL.height * HEIGHT) / 2;
/** The oval as a path from its top, clockwise, so that the ring fills from there. */
const PATH = `M${CX} ${CY - RY}A${RX} ${RY} 0 0 1 ${CX} ${CY + RY}A${RX} ${RY} 0 0 1 ${CX} ${CY - RY}Z`;

export function Stage({ video, view }: { video: Ref<HTMLVideoElement>; view: CaptureView }) {
  const t = useTexts();
  const filled = Math.round(Math.max(0, Math.min(1, view.progress)) * 100);
  return (
    <div class="stage">
      <video
        ref={video}
        class="stage-video"
        muted
        playsInline
        autoPlay
        disablePictureInPicture
        aria-label={t('capture.preview')}
      />
      <svg class="stage-veil" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <path class="veil" fill-rule="evenodd" d={`M0 0H${WIDTH}V${HEIGHT}H0Z${PATH}`} />
        <path class="ring-track" d={PATH} />
        <path
          class="ring"
          d={PATH}
          pathLength={100}
          stroke-dasharray={`${filled} 100`}
          data-empty={filled === 0}
        />
      </svg>
      <svg class="arrow" viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="M14 24h20m-8-9 9 9-9 9" />
      </svg>
    </div>
  );
}
