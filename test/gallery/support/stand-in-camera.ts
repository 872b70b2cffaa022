// The camera of the gallery: it shows a still drawing of a person, or another scene that the state
// needs. This code runs in the page before the page's own scripts, and also controls how long the
// page's timers take.

/** What the camera shows, or how it fails. */
export type CameraScene =
  | 'person'
  /** One person, on a device with a second camera. */
  | 'several'
  /** A camera that faces away from the person. */
  | 'rear'
  | 'two'
  | 'nobody'
  | 'dark'
  | 'far'
  | 'close'
  | 'aside'
  | 'turned'
  /** A camera whose permission prompt stays open, so that it never responds. */
  | 'asking'
  | 'denied'
  | 'missing'
  | 'busy'
  /** A camera that shows a person and is unplugged shortly afterwards. */
  | 'lost'
  /** A camera that opens but delivers no picture. */
  | 'stalled'
  /** A browser without the camera API. */
  | 'unsupported'
  /** A browser that falsifies the pixels that pages read from pictures. */
  | 'masked';

export interface VisitSettings {
  camera: CameraScene;
  waits: 'held' | 'hurried';
  /** Time between two of the camera's pictures, on the page's own clock. */
  pictureMs: number;
  savesData: boolean;
}

/** Name of the cookie that selects the visited state: `<visitor>.<state>`. */
export const VISIT_COOKIE = 'gallery';

/** What the page can find out about a device: its screen, and whether it has a touchscreen. */
interface Device {
  isTouch: boolean;
  screen: { width: number; height: number };
}

interface Preparation {
  /** The settings of every state, by name. */
  table: Readonly<Record<string, VisitSettings>>;
  cookieName: string;
  /**
   * The device on which the page initially appears to run. It is simulated in the page, because
   * taking pictures resets the browser's device emulation.
   */
  device: Device;
}

/** The functions that let a visitor control the page from outside. */
export interface GalleryWindow extends Window {
  gallery: {
    /**
     * Makes the page appear to run on a different device; the page notices when it next renders.
     */
    become: (device: Device) => void;
    /** Freezes the camera's picture, so that drawing it no longer costs anything. */
    stopCamera: () => void;
  };
}

/**
 * Replaces the page's camera, clock and timers. Runs in the page, and cannot refer to anything else
 * in this file.
 */
export function prepareVisit({ table, cookieName, device: first }: Preparation): void {
  const LONG_MS = 900;
  const MINUTE_MS = 60_000;
  const NEVER_MS = 2 ** 30;
  const WIDTH = 640;
  const HEIGHT = 480;
  const state = new RegExp(`${cookieName}=[^.]*\\.([\\w-]+)`).exec(document.cookie)?.[1] ?? '';
  const settings = table[state];
  if (!settings) return;
  const { camera, waits, pictureMs, savesData } = settings;

  const freeze = () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { caret-color: transparent !important; transition: none !important; }');
    document.adoptedStyleSheets = [sheet];
  };
  const wait = window.setTimeout.bind(window);
  const repeat = window.setInterval.bind(window);
  const long = (delay: number) => (waits === 'hurried' && delay < MINUTE_MS ? 50 : NEVER_MS);
  const bend = (delay = 0) => (delay < LONG_MS ? delay : long(delay));
  window.setTimeout = ((task: () => void, delay?: number) =>
    wait(task, bend(delay))) as typeof setTimeout;
  window.setInterval = ((task: () => void, delay?: number) =>
    repeat(task, bend(delay))) as typeof setInterval;
  // A response that is pending in a state stays pending, however long the state is inspected.
  AbortSignal.timeout = () => new AbortController().signal;

  // The page's clock advances with each picture from the camera, so that the speed of the machine
  // makes no difference.
  let nowMs = 10_000;
  performance.now = () => nowMs;
  const video = HTMLVideoElement.prototype;
  // oxlint-disable-next-line typescript/unbound-method
  const { requestVideoFrameCallback: request } = video;
  video.requestVideoFrameCallback = function (callback) {
    return request.call(this, (time, data) => {
      nowMs += pictureMs;
      callback(time, data);
    });
  };
  let device = first;
  let drawn = 0;
  (window as unknown as GalleryWindow).gallery = {
    become: (next) => {
      device = next;
    },
    stopCamera: () => clearInterval(drawn),
  };
  const match = window.matchMedia.bind(window);
  window.matchMedia = (query) =>
    match(query === '(pointer: coarse)' ? (device.isTouch ? 'all' : 'not all') : query);
  Object.defineProperty(window, 'screen', { get: () => device.screen });
  if (savesData) Object.defineProperty(navigator, 'connection', { value: { saveData: true } });

  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const drawing = canvas.getContext('2d');
  const fill = (color: string, draw: (at: CanvasRenderingContext2D) => void) => {
    if (!drawing) return;
    drawing.fillStyle = color;
    drawing.beginPath();
    draw(drawing);
    drawing.fill();
  };
  const room = () => {
    fill('#c9d3da', (at) => at.rect(0, 0, WIDTH, HEIGHT));
    fill('#b4c1ca', (at) => at.rect(0, 350, WIDTH, 130));
    fill('#e7edf0', (at) => at.rect(60, 50, 130, 170));
  };
  /** A head of size 1 is 240 px high; `turn` shifts the features sideways. */
  const person = (x: number, y: number, size: number, turn = 0) => {
    const oval = (color: string, dx: number, dy: number, rx: number, ry: number) =>
      fill(color, (at) =>
        at.ellipse(x + dx * size, y + dy * size, rx * size, ry * size, 0, 0, 2 * Math.PI),
      );
    oval('#42566b', 0, 260, 190, 130);
    oval('#3a2f2a', 0, -28, 102, 118);
    oval('#c99a78', 0, 95, 44, 75);
    oval('#dcae8b', 0, 0, 88, 118);
    for (const side of [-1, 1]) {
      oval('#3a2f2a', side * 34 + turn * 50, -18, 9, 7);
      oval('#3a2f2a', side * 34 + turn * 50, -38, 17, 3);
    }
    oval('#c4916d', turn * 66, 18, 9, 20);
    oval('#a85f52', turn * 50, 58, 26, 6);
  };
  const scenes: Partial<Record<CameraScene, () => void>> = {
    nobody: () => undefined,
    two: () => {
      person(215, 240, 0.85);
      person(440, 255, 0.8);
    },
    far: () => person(320, 270, 0.4),
    close: () => person(320, 250, 1.7),
    aside: () => person(200, 300, 0.9),
    turned: () => person(320, 235, 1.1, 0.7),
    dark: () => {
      person(320, 235, 1.1);
      fill('rgb(8 10 16 / 88%)', (at) => at.rect(0, 0, WIDTH, HEIGHT));
    },
  };
  const draw = () => {
    room();
    (scenes[camera] ?? (() => person(320, 235, 1.1)))();
  };

  const refusals: Partial<Record<CameraScene, string>> = {
    denied: 'NotAllowedError',
    missing: 'NotFoundError',
    busy: 'NotReadableError',
  };
  const open = async (): Promise<MediaStream> => {
    const refusal = refusals[camera];
    if (refusal !== undefined) throw new DOMException('scripted', refusal);
    if (camera === 'asking') return new Promise(() => undefined);
    const stream = canvas.captureStream();
    if (camera !== 'stalled') {
      draw();
      drawn = repeat(draw, 30);
    }
    const [track] = stream.getVideoTracks();
    const facingMode = camera === 'rear' ? 'environment' : 'user';
    if (track) track.getSettings = () => ({ deviceId: 'camera-0', facingMode });
    if (camera === 'lost') wait(() => track?.dispatchEvent(new Event('ended')), 200);
    return stream;
  };
  freeze();
  if (camera === 'masked' || camera === 'unsupported') {
    // Hides the page's own address, which contains a port that differs in each run.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '.elsewhere .copy-field { text-indent: -60rem } .elsewhere .qr path { visibility: hidden }',
    );
    document.adoptedStyleSheets.push(sheet);
  }
  if (camera === 'masked') {
    const pictures = OffscreenCanvasRenderingContext2D.prototype;
    const read = Reflect.get(pictures, 'getImageData') as (...area: unknown[]) => ImageData;
    Reflect.set(pictures, 'getImageData', function (this: unknown, ...area: unknown[]) {
      const picture = Reflect.apply(read, this, area);
      picture.data.fill(127);
      return picture;
    });
  }
  if (camera === 'unsupported') {
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
  } else {
    navigator.mediaDevices.getUserMedia = open;
    navigator.mediaDevices.enumerateDevices = async () => {
      const count = camera === 'missing' ? 0 : camera === 'several' ? 2 : 1;
      return Array.from({ length: count }, (_, index) => {
        const [deviceId, kind] = [`camera-${index}`, 'videoinput'] as const;
        return { deviceId, kind, label: '', groupId: '', toJSON: () => ({}) };
      });
    };
  }
}
