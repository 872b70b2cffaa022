// The camera for a document. It points away from the person who holds the device, and its
// resolution is higher than for a face. Only the part of its picture that the stage shows is read
// and sent.
import { cameraFault } from '../capture/camera.ts';
import type { CameraFault } from '../state/flow.ts';

/** The stage's width divided by its height: both a passport page and a card fit into it. */
const STAGE_ASPECT = 4 / 3;
/** The requested size of pictures. Fine print needs more pixels than a face. */
const SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 } };

/**
 * Opens the camera. Without a rear camera, the browser uses any other camera.
 * @returns the stream, or the fault if no camera can be opened
 */
export async function openPageCamera(): Promise<MediaStream | CameraFault> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', ...SIZE },
    });
  } catch (error) {
    return cameraFault(error);
  }
}

/** Returns the part of a picture that the stage shows, which is the middle. */
export function onStage(width: number, height: number) {
  const [w, h] = [Math.min(width, height * STAGE_ASPECT), Math.min(height, width / STAGE_ASPECT)];
  return { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h };
}

/** @returns undefined before the first picture */
export function grab(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const { videoWidth, videoHeight } = video;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context || videoWidth === 0) return undefined;
  const seen = onStage(videoWidth, videoHeight);
  const [width, height] = [Math.round(seen.width), Math.round(seen.height)];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.drawImage(video, seen.x, seen.y, seen.width, seen.height, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}
