// The camera's picture under an oval, with the ring and the arrow of the current movement.
import type { Ref } from 'preact';
import type { CaptureView } from '../capture/liveness-run.ts';
import { OVAL } from '../capture/framing.ts';
import { useTexts } from '../i18n/context.ts';

/** The drawing's units: the stage is always three wide and four high. */
const WIDTH = 300;
const HEIGHT = 400;
const CX = OVAL.x * WIDTH;
const CY = OVAL.y * HEIGHT;
const RY = (OVAL.height * HEIGHT) / 2;

export function Stage({
  video,
  view,
  ovalWidth,
  isMirror,
}: {
  video: Ref<HTMLVideoElement>;
  view: CaptureView;
  /** As a share of the stage's width. */
  ovalWidth: number;
  /** A front camera shows the person as a mirror does. */
  isMirror: boolean;
}) {
  const t = useTexts();
  const oval = ovalPath((ovalWidth * WIDTH) / 2);
  const filled = Math.round(Math.max(0, Math.min(1, view.progress)) * 100);
  return (
    <div class="stage" data-mirror={isMirror}>
      <video
        ref={video}
        class="stage-video"
        muted
        playsInline
        autoPlay
        disablePictureInPicture
        aria-label={t(isMirror ? 'capture.preview' : 'capture.preview_rear')}
      />
      <svg class="stage-veil" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <path class="veil" fill-rule="evenodd" d={`M0 0H${WIDTH}V${HEIGHT}H0Z${oval}`} />
        <path class="ring-track" d={oval} />
        <path
          class="ring"
          d={oval}
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

/** The oval from its top, clockwise, so that the ring fills from there. */
function ovalPath(rx: number): string {
  const [top, bottom] = [CY - RY, CY + RY];
  return `M${CX} ${top}A${rx} ${RY} 0 0 1 ${CX} ${bottom}A${rx} ${RY} 0 0 1 ${CX} ${top}Z`;
}
