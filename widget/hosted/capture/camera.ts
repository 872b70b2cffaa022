// Opens the front camera and reads frames from it. Pictures stay in memory; this module neither
// stores nor sends them.
import type { CameraFault } from '../state/flow.ts';
import type { Tick } from './camera-signals.ts';
import { FrameTicks } from './frame-ticks.ts';

/** Whether the browser has the camera API, which is absent at insecure URLs. */
export function hasCameraApi(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
}

/**
 * Requests the camera.
 * @param id the id of the chosen camera; if that camera is gone, the front camera is requested
 *   instead
 * @throws the browser's DOMException; `cameraFault` interprets it
 */
export async function openCamera(id?: string): Promise<MediaStream> {
  if (id === undefined) return requestStream({ facingMode: 'user' });
  try {
    // Only `exact` gives the chosen camera priority over the requested picture size.
    return await requestStream({ deviceId: { exact: id } });
  } catch (error) {
    if (cameraFault(error) !== 'missing') throw error;
    return requestStream({ facingMode: 'user' });
  }
}

function requestStream(which: MediaTrackConstraints): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { ...which, width: { ideal: 640 }, height: { ideal: 480 } },
  });
}

export function closeCamera(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/**
 * What an error from getUserMedia means for the visitor (error names: Media Capture, section 10.2).
 */
export function cameraFault(error: unknown): CameraFault {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return 'busy';
}

interface FrameSource {
  /**
   * Returns the picture that is currently on screen, with its longer edge at most `maxEdge` px;
   * undefined before the first picture.
   */
  grab(maxEdge: number): ImageData | undefined;
  /**
   * Resolves once there is a picture that has not been read yet, or with undefined when none
   * arrives in time.
   */
  next(): Promise<Tick | undefined>;
  /**
   * Called when the page is visible again: discards the picture that was awaited before the page
   * was hidden.
   */
  startOver(): void;
}

export function frameSource(video: HTMLVideoElement): FrameSource {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const ticks = new FrameTicks(video);
  return {
    grab(maxEdge) {
      if (!context || video.videoWidth === 0) return undefined;
      const scale = Math.min(1, maxEdge / Math.max(video.videoWidth, video.videoHeight));
      const width = Math.round(video.videoWidth * scale);
      const height = Math.round(video.videoHeight * scale);
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
      }
      context.drawImage(video, 0, 0, width, height);
      ticks.expect();
      return context.getImageData(0, 0, width, height);
    },
    next: () => ticks.next(),
    startOver: () => ticks.forget(),
  };
}
