// Holds the one stream of the page: opens and closes it, remembers the chosen camera for the page's life, and
// says when the camera is taken away.
import type { CameraChoice } from '../flow.ts';
import { CameraSignals } from './camera-signals.ts';
import { closeCamera, openCamera } from './camera.ts';

export class CameraKeeper {
  #onLost: () => void;
  #stream: MediaStream | undefined;
  #chosenId: string | undefined;
  #signals = new CameraSignals('');

  /** @param onLost called when the camera ends without being closed here */
  constructor(onLost: () => void) {
    this.#onLost = onLost;
  }

  get stream(): MediaStream | undefined {
    return this.#stream;
  }

  /**
   * Opens the camera. One that is open is closed first: phones can have one at a time.
   * @param id of the camera to use from now on; otherwise the one chosen before, or the browser's choice
   * @throws the browser's DOMException
   */
  async open(id: string | undefined = this.#chosenId): Promise<void> {
    this.#chosenId = id;
    this.close();
    const stream = await openCamera(id);
    this.close();
    this.#stream = stream;
    this.#signals = new CameraSignals(stream.getVideoTracks()[0]?.label ?? '');
    for (const track of stream.getVideoTracks()) {
      track.addEventListener('ended', () => {
        if (stream !== this.#stream) return;
        this.#stream = undefined;
        this.#onLost();
      });
    }
  }

  /** The camera's light goes out. */
  close(): void {
    closeCamera(this.#stream);
    this.#stream = undefined;
  }

  /** Whether pictures come; most cameras put their light out when none are wanted. */
  wantPictures(on: boolean): void {
    for (const track of this.#stream?.getVideoTracks() ?? []) track.enabled = on;
  }

  /** What the open camera's pictures tell about their source. */
  get signals(): CameraSignals {
    return this.#signals;
  }

  /** Whether it looks away from whoever holds the device; most computers do not say, and it never does there. */
  get isRear(): boolean {
    return this.#stream?.getVideoTracks()[0]?.getSettings().facingMode === 'environment';
  }

  /** The camera in use, as `listCameras` names it. */
  get currentId(): string | undefined {
    return this.#stream?.getVideoTracks()[0]?.getSettings().deviceId;
  }
}

/**
 * The cameras the browser tells of: all of them once one was allowed, before that often just whether there is any.
 * @returns undefined when the browser does not say
 */
export async function listCameras(): Promise<readonly CameraChoice[] | undefined> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices
      .filter(({ kind }) => kind === 'videoinput')
      .map(({ deviceId, label }) => ({ id: deviceId, label }));
  } catch {
    return undefined;
  }
}
