// A simulated person who follows the page's instructions in front of a simulated camera: a canvas
// with pre-rendered frames, which replaces the browser's camera in the page.
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { Posture } from '../../../src/vision/face/challenge.ts';
import { frameFile, type Shot, STEP_DEGREES } from '../puppet/frames.ts';
import { measurePoses } from '../puppet/measured-poses.ts';
import { reportReadings, STAMP } from './puppet-readings.ts';

/** What the camera sees. `adult` is estimated at about 38 years, `other` is a different person. */
type CameraScene = 'adult' | 'other' | 'two' | 'nobody' | 'dark';
/** `obey` complies, `oppose` turns the other way, `rest` keeps still, `turn` makes no gestures. */
type Mood = 'obey' | 'oppose' | 'rest' | 'turn';

/** A posture: angles in degrees, `open` in mouth widths, `near` in widths of the face at rest. */
interface Held {
  yaw: number;
  pitch: number;
  open: number;
  near: number;
}

interface CameraFrame extends Held {
  /** The posture as the nets would measure it; only present when `readings` is `edge`. */
  measured?: Required<Posture>;
  /** The picture: a JPEG in base64. */
  jpeg: string;
}

export interface PuppetSettings {
  scene?: CameraScene;
  mood?: Mood;
  /** The label that the browser reports for the camera. */
  label?: string;
  /** The camera's facing mode, as phones report it. */
  facingMode?: 'user' | 'environment';
  /** How many times each picture is sent. A real sensor never produces the same picture twice. */
  repeats?: number;
  /** The screen's light on the face, as a share of the room's; the wall receives a ninth of it. */
  screenShare?: number;
  /** What measures a picture: the engine (default), the puppet, or the puppet and the edge. */
  readings?: 'engine' | 'puppet' | 'edge';
}

/** The state that tests can read and set through the page's window. */
interface Puppet {
  mood: Mood;
  show: (scene: CameraScene) => Promise<void>;
  /** What the camera sees now, and the head's posture. */
  now: Held & { scene: CameraScene };
  /** Whether a stream of this camera is still live. */
  isOn: () => boolean;
  /** Stops sending pictures without ending the track. */
  isStalled: boolean;
  /** Unplugs the camera, or plugs it in again. */
  plug: (isIn: boolean) => void;
}

declare global {
  interface Window {
    puppet: Puppet;
    puppetFrames: (scene: CameraScene, part: Part) => Promise<CameraFrame[]>;
  }
}

/** Settings for checks at the edge: the puppet replaces the page's own measurement. */
export const SEEN_AT_THE_EDGE: PuppetSettings = { readings: 'edge' };

const ORDINARY: Required<PuppetSettings> = {
  scene: 'adult',
  mood: 'obey',
  label: 'HD Webcam',
  facingMode: 'user',
  repeats: 1,
  screenShare: 0,
  readings: 'engine',
};

/** A movement: a turn, opening the mouth, or coming nearer. A head makes one at a time. */
type Way = 'left' | 'right' | 'down' | 'up' | 'open' | 'near';
/** A part of a scene, loaded on its own: the head at rest, or one whole movement. */
type Part = 'rest' | Way;

/** How far the head turns for a movement, in degrees. */
const REACH = { yaw: 30, pitch: 25 };
/** How far the lips open, how much wider the face becomes, and the number of pictures for each. */
const GESTURE = { open: 0.6, near: 0.55, steps: 8 };
/** A larger step for people in few tests, since every new clone has to render their pictures. */
const COARSE_DEGREES = 5;

const loaded = new Map<string, Promise<CameraFrame[]>>();

/** Installs the puppet's camera in every page of the context. */
export async function installPuppetCamera(
  context: BrowserContext,
  settings: PuppetSettings = {},
): Promise<void> {
  await context.addInitScript(replaceCamera, {
    ...ORDINARY,
    ...settings,
    reach: REACH,
    gesture: GESTURE,
    stamp: STAMP,
  });
  const { readings = 'engine' } = settings;
  const isStamped = readings === 'edge';
  await context.exposeFunction('puppetFrames', (scene: CameraScene, part: Part) =>
    loadFrames(scene, part, isStamped),
  );
  if (readings !== 'engine')
    await context.addInitScript(reportReadings, isStamped ? STAMP : undefined);
}

export async function setMood(page: Page, mood: Mood): Promise<void> {
  await page.evaluate((next) => {
    window.puppet.mood = next;
  }, mood);
}

export async function showScene(page: Page, scene: CameraScene): Promise<void> {
  await page.evaluate((next) => window.puppet.show(next), scene);
}

function loadFrames(scene: CameraScene, part: Part, isMeasured: boolean): Promise<CameraFrame[]> {
  const key = `${scene} ${part} ${isMeasured}`;
  const frames = loaded.get(key) ?? readFrames(scene, part, isMeasured);
  loaded.set(key, frames);
  return frames;
}

async function readFrames(
  scene: CameraScene,
  part: Part,
  isMeasured: boolean,
): Promise<CameraFrame[]> {
  const step = scene === 'other' ? COARSE_DEGREES : STEP_DEGREES;
  const held = part === 'rest' ? [STRAIGHT] : heldOnTheWay(part, step);
  const shots = held.map(({ near, ...pose }): Shot => ({
    ...shotOf(scene),
    pose: { ...pose, nearer: 1 + near },
  }));
  const measured = isMeasured ? await measurePoses(shots) : [];
  const frames: CameraFrame[] = [];
  for (const [index, shot] of shots.entries()) {
    const jpeg = await readFile(await frameFile(shot), 'base64');
    const found = measured[index];
    frames.push({ ...STRAIGHT, ...held[index], jpeg, ...(found && { measured: found }) });
  }
  return frames;
}

function shotOf(scene: CameraScene): Shot {
  if (scene === 'adult') return { scene: 'head' };
  return scene === 'other' ? { scene: 'head', still: 'frontal' } : { scene };
}

const STRAIGHT: Held = { yaw: 0, pitch: 0, open: 0, near: 0 };

/** The postures from the first step to the end of the movement. */
function heldOnTheWay(way: Way, step: number): Held[] {
  if (way === 'open' || way === 'near')
    return Array.from({ length: GESTURE.steps }, (_, index) => ({
      ...STRAIGHT,
      [way]: Number(((GESTURE[way] * (index + 1)) / GESTURE.steps).toFixed(4)),
    }));
  const sign = way === 'left' || way === 'down' ? 1 : -1;
  const axis = way === 'left' || way === 'right' ? 'yaw' : 'pitch';
  return Array.from({ length: REACH[axis] / step }, (_, index) => ({
    ...STRAIGHT,
    [axis]: sign * (index + 1) * step,
  }));
}

/** Runs in the page, before its own scripts, and cannot refer to anything else in this file. */
function replaceCamera(
  settings: Required<PuppetSettings> & {
    reach: typeof REACH;
    gesture: typeof GESTURE;
    stamp: typeof STAMP;
  },
): void {
  const WIDTH = 480;
  const HEIGHT = 360;
  const TICK_MS = 33;
  const DEGREES_PER_SECOND = 70;
  /** A gesture takes as long as a turn by this many degrees. */
  const DEGREES_OF_GESTURE = 40;
  /** How long a person takes to understand an instruction. */
  const REACTION_MS = 250;
  /** The tremor of the hand that holds the camera, in pixels. It makes every picture different. */
  const TREMOR = 0.5;
  /** The number of noise pixels, which make every picture file unique across all sessions. */
  const GRAINS = 60;
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d');
  const rest = { yaw: 0, pitch: 0, open: 0, near: 0 };
  const head = { scene: settings.scene, ...rest };
  /** The posture in the picture that is being sent, as the nets measure it. */
  const shown = { yaw: 0, pitch: 0, width: 0, mouth: 0 };
  const heard = { action: '', sinceMs: 0, obeyed: '' };
  type View = Held & { measured?: Required<Posture>; picture: ImageBitmap };
  let frames: View[] = [];
  let streams: MediaStream[] = [];
  let ticks = 0;
  let sent: [picture: ImageBitmap, x: number, y: number] | undefined;
  let noise: { x: number; y: number; shade: number }[] = [];
  let isPluggedIn = true;
  /** The pictures of each movement, which are not loaded until the head turns that way. */
  const turned = new Map<string, Promise<View[]>>();
  let ways = new Set<Way>();

  const load = async (scene: CameraScene) => {
    head.scene = scene;
    frames = await read(scene, 'rest');
    ways = new Set();
  };
  const wayOf = ({ yaw, pitch, open, near }: Held): Way | undefined => {
    if (open !== 0) return 'open';
    if (near !== 0) return 'near';
    if (yaw !== 0) return yaw > 0 ? 'left' : 'right';
    if (pitch !== 0) return pitch > 0 ? 'down' : 'up';
    return undefined;
  };
  const prepare = async (pose: Held) => {
    const { scene } = head;
    const way = wayOf(pose);
    if (way === undefined || settings.readings === 'puppet') return;
    if (scene !== 'adult' && scene !== 'other') return;
    const key = `${scene} ${way}`;
    const reading = turned.get(key) ?? read(scene, way);
    turned.set(key, reading);
    const shots = await reading;
    if (head.scene !== scene || ways.has(way)) return;
    frames = [...frames, ...shots];
    ways.add(way);
  };
  const canTurn = (pose: Held) => {
    const way = wayOf(pose);
    return way === undefined || settings.readings === 'puppet' || ways.has(way);
  };
  const read = async (scene: CameraScene, part: Part): Promise<View[]> => {
    const shots = await window.puppetFrames(scene, part);
    return Promise.all(
      shots.map(async ({ jpeg, ...angles }) => ({ ...angles, picture: await decode(jpeg) })),
    );
  };
  const decode = (jpeg: string) => {
    const letters = atob(jpeg);
    // A loop, because `Uint8Array.from` would call a function for each of half a million bytes.
    const bytes = new Uint8Array(letters.length);
    for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
    const options: ImageBitmapOptions = { resizeWidth: WIDTH, resizeHeight: HEIGHT };
    return createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }), options);
  };

  /** Makes the track report what a real camera's track reports. */
  const disguise = (track: MediaStreamTrack) => {
    const { label, facingMode } = settings;
    const own = track.getSettings();
    Object.defineProperties(track, {
      label: { value: label },
      getSettings: { value: () => ({ ...own, facingMode }) },
    });
  };

  const wanted = () => {
    const action = document.querySelector('[data-action]')?.getAttribute('data-action') ?? '';
    const nowMs = performance.now();
    if (action !== heard.action) {
      Object.assign(heard, { action, sinceMs: nowMs });
      // The pictures load while the person reacts.
      void prepare(answerTo(action));
    }
    if (nowMs - heard.sinceMs >= REACTION_MS) heard.obeyed = action;
    return answerTo(heard.obeyed);
  };
  const answerTo = (action: string): Held => {
    const way = { obey: 1, oppose: -1, rest: 0, turn: 1 }[window.puppet.mood];
    const { yaw, pitch } = settings.reach;
    const isWilling = window.puppet.mood === 'obey';
    return {
      yaw: yaw * ({ turn_left: way, turn_right: -way }[action] ?? 0),
      pitch: pitch * ({ look_down: way, look_up: -way }[action] ?? 0),
      open: isWilling && action === 'open_mouth' ? settings.gesture.open : 0,
      near: isWilling && action === 'come_closer' ? settings.gesture.near : 0,
    };
  };
  const approach = (from: number, to: number, degrees = 1) => {
    const step = (DEGREES_PER_SECOND * TICK_MS) / 1000 / degrees;
    return from + Math.max(-step, Math.min(step, to - from));
  };
  const draw = () => {
    if (window.puppet.isStalled) return;
    if (ticks++ % settings.repeats === 0) takePicture();
    if (!sent || !context) return;
    context.globalCompositeOperation = 'source-over';
    context.drawImage(...sent, WIDTH, HEIGHT);
    for (const { x, y, shade } of noise) {
      context.fillStyle = `rgb(${shade} ${shade} ${shade} / 30%)`;
      context.fillRect(x, y, 1, 1);
    }
    if (settings.screenShare > 0) shine(context);
    if (settings.readings === 'edge') stamp(context);
  };
  // Stamps the posture into a corner of the picture as grey levels. The page receives each frame a
  // few frames late, when the head has already moved on.
  const stamp = (on: CanvasRenderingContext2D) => {
    on.globalCompositeOperation = 'source-over';
    const { width, mouth } = settings.stamp.per;
    const values = [shown.yaw, shown.pitch, (shown.width - 0.3) * width, shown.mouth * mouth];
    for (const [place, degrees] of values.entries()) {
      const shade = settings.stamp.middle + degrees * settings.stamp.perDegree;
      on.fillStyle = `rgb(${shade} ${shade} ${shade})`;
      on.fillRect(
        place * settings.stamp.side,
        HEIGHT - settings.stamp.side,
        settings.stamp.side,
        settings.stamp.side,
      );
    }
  };
  /** Adds the screen's light: the wall's share everywhere, then the rest of the face's share. */
  const shine = (on: CanvasRenderingContext2D) => {
    const root = document.documentElement;
    const isOn = root.dataset['screen'] !== undefined;
    const [r = 0, g = 0, b = 0] = isOn
      ? (root.style.getPropertyValue('--screen').match(/\d+/g) ?? []).map(Number)
      : [];
    const colour = [r, g, b].map((value) => (value / 255) ** 2.2);
    const { screenShare: share } = settings;
    on.globalCompositeOperation = 'multiply';
    // The light is applied by darkening, since a canvas cannot be lighter than white.
    const light = (factor: (part: number) => number) =>
      `rgb(${colour.map((part) => 255 * factor(part) ** (1 / 2.2)).join(' ')})`;
    const wall = (part: number) => (1 + (share / 9) * part) / (1 + share / 9);
    on.fillStyle = light(wall);
    on.fillRect(0, 0, WIDTH, HEIGHT);
    on.fillStyle = light((part) => (1 + share * part) / (1 + share) / wall(part));
    on.beginPath();
    on.ellipse(WIDTH / 2, HEIGHT / 2, WIDTH * 0.22, HEIGHT * 0.45, 0, 0, 2 * Math.PI);
    on.fill();
  };
  const takePicture = () => {
    const asked = wanted();
    if (!canTurn(asked)) void prepare(asked);
    const target = canTurn(asked) ? asked : rest;
    head.yaw = approach(head.yaw, target.yaw);
    head.pitch = approach(head.pitch, target.pitch);
    head.open = approach(head.open, target.open, DEGREES_OF_GESTURE);
    head.near = approach(head.near, target.near, DEGREES_OF_GESTURE);
    const distance = (shot: Held) =>
      Math.hypot(
        shot.yaw - head.yaw,
        shot.pitch - head.pitch,
        DEGREES_OF_GESTURE * (shot.open - head.open),
        DEGREES_OF_GESTURE * (shot.near - head.near),
      );
    const [shot] = frames.toSorted((one, other) => distance(one) - distance(other));
    const shake = () => (Math.random() * 2 - 1) * TREMOR;
    sent = shot && [shot.picture, shake(), shake()];
    const upTo = (most: number) => Math.floor(Math.random() * most);
    noise = Array.from({ length: GRAINS }, () => ({
      x: upTo(WIDTH),
      y: upTo(HEIGHT),
      shade: upTo(256),
    }));
    Object.assign(shown, shot?.measured);
  };

  window.puppet = {
    mood: settings.mood,
    show: load,
    now: head,
    isOn: () => streams.some((stream) => stream.active),
    isStalled: false,
    plug(isIn) {
      isPluggedIn = isIn;
      for (const track of isIn ? [] : streams.flatMap((stream) => stream.getTracks())) {
        track.stop();
        track.dispatchEvent(new Event('ended'));
      }
      navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
    },
  };
  if (!navigator.mediaDevices) return;
  navigator.mediaDevices.getUserMedia = async () => {
    if (!isPluggedIn) throw new DOMException('No camera.', 'NotFoundError');
    if (streams.length === 0) {
      await load(settings.scene);
      setInterval(draw, TICK_MS);
    }
    draw();
    const stream = canvas.captureStream(30);
    streams = [...streams, stream];
    for (const track of stream.getVideoTracks()) disguise(track);
    return stream;
  };
}
