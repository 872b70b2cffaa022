// Opens the front camera and reads frames from it. Pictures stay in memory; nothing is kept or sent.
import type { CameraFault } from '../flow.ts';
import type { Tick } from './camera-signals.ts';

/** Whether this browser can open a camera at all (it cannot on an insecure address). */
export function hasCameraApi(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
}

/**
 * Asks for the camera.
 * @param id of the camera wanted; one that is gone meanwhile is no reason to stop
 * @throws the browser's DOMException; `cameraFault` says what it means
 */
export async function openCamera(id?: string): Promise<MediaStream> {
  if (id === undefined) return ask({ facingMode: 'user' });
  try {
    // Only as a condition does the choice outweigh the size of the picture.
    return await ask({ deviceId: { exact: id } });
  } catch (error) {
    if (cameraFault(error) !== 'missing') throw error;
    return ask({ facingMode: 'user' });
  }
}

function ask(which: MediaTrackConstraints): Promise<MediaStream> {
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
  /** The picture on screen now, at most `maxWidth` px wide, or undefined before the first one. */
  grab(maxWidth: number): ImageData | undefined;
  /** Resolves with the camera's next picture, or with undefined when it keeps us waiting. */
  next(): Promise<Tick | undefined>;
}

export function frameSource(video: HTMLVideoElement): FrameSource {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return {
    grab(maxWidth) {
      if (!context || video.videoWidth === 0) return undefined;
      const scale = Math.min(1, maxWidth / video.videoWidth);
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

/** The server takes no gap over 1.5 s: before that, the page has to notice that no pictures come. */
const STALL_MS = 1_300;

function nextFrame(video: HTMLVideoElement): Promise<Tick | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), STALL_MS);
    const done = (tick: Tick) => {
      clearTimeout(timer);
      resolve(tick);
    };
    if ('requestVideoFrameCallback' in video) {
      video.requestVideoFrameCallback((_now, { captureTime, presentedFrames }) =>
        done({ takenMs: captureTime, count: presentedFrames }),
      );
    } else requestAnimationFrame(() => done({ takenMs: undefined, count: 0 }));
  });
}
