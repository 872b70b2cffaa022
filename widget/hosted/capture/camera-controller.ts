// Opens and closes the page's only camera stream, remembers the chosen camera, and opens it
// automatically when it becomes available. For the life of the page, the controller keeps the data
// by which later pictures are judged: speed, oval and signals.
import { type CameraChoice, type Flow, isOver } from '../state/flow.ts';
import { type CameraChange, canReopen, watchCameras } from './camera-return.ts';
import type { CameraWatch } from './camera-signals.ts';
import { cameraFault, closeCamera, openCamera } from './camera.ts';
import { MachineSpeed } from './machine-speed.ts';
import { OvalFit } from './oval-fit.ts';

export class CameraController {
  readonly speed = new MachineSpeed();
  readonly oval = new OvalFit();
  #flow: Flow;
  /**
   * The open camera's stream. It becomes `#stream`, which the page shows, as soon as the code that
   * judges its pictures has loaded.
   */
  #opened: MediaStream | undefined;
  #stream: MediaStream | undefined;
  /**
   * Identifies the current attempt to open the camera: a permission prompt may be answered long
   * after the page has moved on.
   */
  #turn = 0;
  #chosenId: string | undefined;
  #signals: CameraWatch | undefined;
  #isWatching = false;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  get stream(): MediaStream | undefined {
    return this.#stream;
  }

  /**
   * What the open camera's pictures reveal about their source; undefined when the code that judges
   * them could not be loaded.
   */
  get signals(): CameraWatch | undefined {
    return this.#signals;
  }

  /**
   * Whether the camera points away from the person who holds the device. Most computers do not
   * report this, and their cameras never point away.
   */
  get isRear(): boolean {
    return this.#settings?.facingMode === 'environment';
  }

  /** Requests the camera; an error becomes part of the state. */
  async start(): Promise<void> {
    this.#flow.dispatch({ type: 'camera', camera: 'asking' });
    await this.#open();
  }

  /**
   * Switches to another camera.
   * @param id an id from the state's `cameras`
   */
  async choose(id: string): Promise<void> {
    await this.#open(id);
  }

  /**
   * Lists the cameras now and after every change. A visitor who is waiting for a camera continues
   * without pressing a button once one is available.
   */
  async watch(): Promise<void> {
    void signalsOf('');
    await this.#list();
    if (!this.#isWatching) watchCameras((change) => void this.#handle(change));
    this.#isWatching = true;
  }

  /**
   * Pauses or resumes measuring. A pause discards the current challenge, and the next run requests
   * a new one.
   */
  pause(on: boolean): void {
    // A submission that has already been sent counts, so there is nothing left to stop.
    if (on && this.#flow.state.busy) return;
    // Most cameras turn off their indicator light when no pictures are requested.
    for (const track of this.#stream?.getVideoTracks() ?? []) track.enabled = !on;
    this.#flow.dispatch({ type: 'paused', on });
  }

  /** Closes the camera because the session continues on this device without it. */
  turnOff(): void {
    this.close();
    this.#flow.dispatch({ type: 'camera', camera: 'off' });
  }

  /** Closes the camera, or discards it if it is still opening. The page's state does not change. */
  close(): void {
    this.#turn += 1;
    closeCamera(this.#opened);
    this.#opened = this.#stream = undefined;
  }

  get #settings(): MediaTrackSettings | undefined {
    return this.#stream?.getVideoTracks()[0]?.getSettings();
  }

  async #open(id: string | undefined = this.#chosenId): Promise<void> {
    this.#chosenId = id;
    // A phone can open only one camera at a time.
    this.close();
    const turn = this.#turn;
    try {
      const stream = await openCamera(id);
      if (turn !== this.#turn) return closeCamera(stream);
      this.#opened = stream;
      const signals = await signalsOf(stream.getVideoTracks()[0]?.label ?? '');
      if (turn !== this.#turn) return;
      this.#use(stream, signals);
      this.#flow.dispatch({ type: 'camera', camera: 'live' });
      await this.#list();
    } catch (error) {
      if (turn === this.#turn) this.#flow.dispatch({ type: 'camera', camera: cameraFault(error) });
    }
  }

  #use(stream: MediaStream, signals: CameraWatch | undefined): void {
    this.#stream = stream;
    this.#signals = signals;
    for (const track of stream.getVideoTracks()) {
      track.addEventListener('ended', () => {
        if (stream !== this.#stream) return;
        this.#stream = undefined;
        this.#flow.dispatch({ type: 'camera', camera: 'lost' });
      });
    }
  }

  async #handle(change: CameraChange): Promise<void> {
    await this.#list();
    const { camera, cameras } = this.#flow.state;
    if (isOver(this.#flow.state) || !cameras?.length) return;
    if (canReopen(camera, change)) await this.#open();
  }

  async #list(): Promise<void> {
    const cameras = await listCameras();
    if (!cameras) return;
    this.#flow.dispatch({ type: 'cameras', cameras, cameraId: this.#settings?.deviceId });
  }
}

/**
 * Imports camera-signals.ts on demand, which keeps it out of the first view.
 * @returns undefined when the module could not be loaded
 */
async function signalsOf(label: string): Promise<CameraWatch | undefined> {
  const part = await import('./camera-signals.ts').catch(() => undefined);
  return part && new part.CameraWatch(label);
}

/**
 * Lists the cameras that the browser reveals: all of them once access to one of them has been
 * allowed; before that, often only whether there is a camera.
 * @returns undefined when the browser cannot list its cameras
 */
async function listCameras(): Promise<readonly CameraChoice[] | undefined> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices
      .filter(({ kind }) => kind === 'videoinput')
      .map(({ deviceId, label }) => ({ id: deviceId, label }));
  } catch {
    return undefined;
  }
}
