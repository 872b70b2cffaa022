// The camera's picture under an oval, with the ring and the arrow of the current movement.
import type { Ref } from 'preact';
import type { CaptureView } from '../capture/view.ts';
import { OVAL } from '../capture/framing.ts';
import { useTexts } from '../i18n/context.ts';

/** The size of the drawing in its own units. The stage's aspect ratio is always 3:4. */
const WIDTH = 300;
const HEIGHT = 400;
const CX = OVAL.x * WIDTH;
const CY = OVAL.y * HEIGHT;
const RY = (OVAL.height * HEIGHT) / 2;
/** How much larger the oval becomes when the visitor is asked to come closer and fill it. */
const CLOSE = 1.25;

export function Stage({
  video,
  view,
  ovalWidth,
  isMirror,
}: {
  video: Ref<HTMLVideoElement>;
  view: CaptureView;
  /** The oval's width, as a fraction of the stage's width. */
  ovalWidth: number;
  /** Whether the picture is mirrored, as it is for a front camera. */
  isMirror: boolean;
}) {
  const t = useTexts();
  const grown = view.gesture === 'come_closer' ? CLOSE : 1;
  const oval = ovalPath((grown * ovalWidth * WIDTH) / 2, grown * RY);
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
        <path
          d={
            view.gesture === 'open_mouth'
              ? 'M15 17v1m18-1v1M24 25c10 0 8 11 0 11s-10-11 0-11'
              : 'M14 24h20m-8-9 9 9-9 9'
          }
        />
      </svg>
    </div>
  );
}

/** Returns the outline of the oval, clockwise from its top, so that the ring fills from there. */
function ovalPath(rx: number, ry: number): string {
  const [top, bottom] = [CY - ry, CY + ry];
  return `M${CX} ${top}A${rx} ${ry} 0 0 1 ${CX} ${bottom}A${rx} ${ry} 0 0 1 ${CX} ${top}Z`;
}
