// Opens the front camera and reads frames from it. Pictures stay in memory; nothing is kept or sent.
import type { CameraFault } from '../flow.ts';

/** Wide enough for the face models, small enough for an old phone. */
const MAX_FRAME_WIDTH = 480;

/** Whether this browser can open a camera at all (it cannot on an insecure address). */
export function hasCameraApi(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
}

/**
 * Asks for the camera.
 * @param id of the camera wanted; one that is gone meanwhile is no reason to stop
 * @throws the browser's DOMException; `cameraFault` says what it means
 */
export function openCamera(id?: string): Promise<MediaStream> {
  const which = id === undefined ? { facingMode: 'user' } : { deviceId: { ideal: id } };
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { ...which, width: { ideal: 640 }, height: { ideal: 480 } },
  });
}

export function closeCamera(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** What a refusal of getUserMedia means for the person (names: Media Capture, section 10.2). */
export function cameraFault(error: unknown): CameraFault {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return 'busy';
}

export interface FrameSource {
  /** The picture on screen now, at most 480 px wide, or undefined before the first one. */
  grab(): ImageData | undefined;
  /** Resolves with the camera's next picture: true, or false when it keeps us waiting. */
  next(): Promise<boolean>;
}

export function frameSource(video: HTMLVideoElement): FrameSource {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return {
    grab() {
      if (!context || video.videoWidth === 0) return undefined;
      const scale = Math.min(1, MAX_FRAME_WIDTH / video.videoWidth);
      const width = Math.round(video.videoWidth * scale);
      const height = Math.round(video.videoHeight * scale);
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
      }
      context.drawImage(video, 0, 0, width, height);
      return context.getImageData(0, 0, width, height);
    },
    next: () => nextFrame(video),
  };
}

/** A camera that stalls must not stall the page: it has to notice that the face is gone. */
const STALL_MS = 1_000;

function nextFrame(video: HTMLVideoElement): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), STALL_MS);
    const done = () => {
      clearTimeout(timer);
      resolve(true);
    };
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(done);
    else requestAnimationFrame(done);
  });
}
