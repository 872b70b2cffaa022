// Takes a picture of the face for a human reviewer, with the front camera. It is as small as the
// pictures taken during the movements.
import {
  KEPT_QUALITY,
  KEPT_QUALITY_WHEN_LARGE,
  KEPT_WIDTH,
  MAX_KEPT_BYTES,
} from '../../../src/vision/face/face-wire.ts';
import { cameraFault, openCamera } from '../capture/camera.ts';
import type { CameraFault } from '../state/flow.ts';
import { writeJpeg } from './page-picture.ts';

/** The quality to try last, because a detailed picture may be too large at the other qualities. */
const LAST_QUALITY = 0.5;

/** @returns the stream, or the fault if the camera cannot be opened */
export const openFaceCamera = (): Promise<MediaStream | CameraFault> =>
  openCamera().catch(cameraFault);

/** @returns undefined before the camera's first picture, and when this browser cannot encode it */
export async function writeFace(video: HTMLVideoElement): Promise<Blob | undefined> {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return undefined;
  const scale = Math.min(1, KEPT_WIDTH / videoWidth);
  const canvas = document.createElement('canvas');
  const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
  const qualities = [KEPT_QUALITY, KEPT_QUALITY_WHEN_LARGE, LAST_QUALITY];
  return writeJpeg(canvas, qualities, MAX_KEPT_BYTES);
}
