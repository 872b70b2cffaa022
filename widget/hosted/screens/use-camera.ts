// Connects the camera's stream to the stage and to the run of the current step.
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { FrameListener } from '../capture/camera-loop.ts';
import type { Stage } from '../capture/framing.ts';
import { type CaptureView, FIRST_VIEW, isSameView } from '../capture/view.ts';
import type { PageController } from '../page-controller.ts';
import { type CapturePart, loadCapture } from './capture-part.ts';

/** A run that receives the camera's pictures. A run that requests gestures can leave one out. */
type Run = FrameListener & Partial<Pick<InstanceType<CapturePart['LivenessRun']>, 'leaveOut'>>;
export type StartRun = (
  part: CapturePart,
  stage: () => Stage,
  show: (view: CaptureView) => void,
) => Run;

interface Started {
  part: CapturePart;
  run: Run;
}

/** Shows the stream on the stage and feeds its pictures to the run, if there is one. */
export function useCamera(
  controller: PageController,
  videoRef: RefObject<HTMLVideoElement | null>,
  start: StartRun | undefined,
): Partial<Started> & { view: CaptureView } {
  const [view, setView] = useState<CaptureView>(FIRST_VIEW);
  const [started, setStarted] = useState<Started>();
  const { stream } = controller.camera;
  useEffect(() => {
    const video = videoRef.current;
    if (!video || !stream) return;
    video.addEventListener('loadeddata', () => controller.session.noteCamera(), { once: true });
    video.srcObject = stream;
    // `play` rejects when the page moves on before the first picture, in which case there is
    // nothing to play.
    video.play().catch(() => undefined);
  }, [controller, videoRef, stream]);
  useEffect(() => {
    const video = videoRef.current;
    if (!video || !stream || !start) return undefined;
    setView(FIRST_VIEW);
    const { engine, camera, flow } = controller;
    engine.reset();
    let stop: (() => void) | undefined;
    let isHere = true;
    const begin = (part: CapturePart) => {
      if (!isHere) return;
      // Most of the thirty readings a second look the same, so only changes are rendered.
      const run = start(
        part,
        () => stageShape(video),
        (next) => setView((now) => (isSameView(now, next) ? now : next)),
      );
      setStarted({ part, run });
      const { speed, signals } = camera;
      stop = part.runCameraLoop({ video, engine, speed, signals, listener: run });
    };
    loadCapture().then(begin, () => flow.dispatch({ type: 'blocked', block: 'engine' }));
    return () => {
      isHere = false;
      stop?.();
    };
  }, [controller, videoRef, stream, start]);
  return { ...started, view };
}

function stageShape(video: HTMLVideoElement): Stage {
  return {
    pictureAspect: video.videoWidth / Math.max(1, video.videoHeight) || 4 / 3,
    stageAspect: video.clientWidth / Math.max(1, video.clientHeight) || 3 / 4,
  };
}
