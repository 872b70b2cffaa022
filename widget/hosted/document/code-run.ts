// Carries pictures of the camera to the reader, one after the other, until the same was read twice; and says meanwhile
// what keeps it from being read.
import type { Advice } from '../../../src/vision/documents/quality.ts';
import { Agreement } from './agreement.ts';
import type { ChosenCode } from './kinds.ts';
import type { DocumentType } from '../../../src/vision/documents/document-facts.ts';
import { grab } from './page-camera.ts';
import { writePage } from './page-picture.ts';
import type { Reader } from './reader.ts';
import type { Sighting } from './read-code.ts';
import type { ReadSide } from './stages.ts';

/** One at a time. `other_kind`: read, but the site does not take it. */
export type Say = Advice | 'unread' | 'reading' | 'other_kind' | 'no_picture';

/** A remark stands until two pictures in a row say something else: nobody can follow one that flickers. */
export class Remark {
  #shown: Say = 'fit';
  #next: Say | undefined;

  /** @returns what to show now */
  see(say: Say): Say {
    if (say === this.#next || say === 'reading') this.#shown = say;
    this.#next = say;
    return this.#shown;
  }
}

interface CodeRunParts {
  video: HTMLVideoElement;
  reader: Pick<Reader, 'see'>;
  kind: ChosenCode;
  allowed: readonly DocumentType[];
  onSay: (say: Say) => void;
  onRead: (side: ReadSide) => void;
}

/** Between two pictures, so that a machine that is slow stays usable. */
const REST_MS = 60;
const STALLED_MS = 4_000;

export class CodeRun {
  #parts: CodeRunParts;
  #canvas = document.createElement('canvas');
  #agreement = new Agreement();
  #remark = new Remark();
  #isStopped = false;

  constructor(parts: CodeRunParts) {
    this.#parts = parts;
    void this.#run();
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #run(): Promise<void> {
    let lastMs = performance.now();
    const { video } = this.#parts;
    for (let shownAt = -1; ;) {
      await sleep(REST_MS);
      if (this.#isStopped) return;
      const isNew = !document.hidden && video.currentTime !== shownAt;
      shownAt = video.currentTime;
      const picture = isNew ? grab(video, this.#canvas) : undefined;
      if (!picture) {
        if (performance.now() - lastMs > STALLED_MS) this.#say('no_picture');
        continue;
      }
      lastMs = performance.now();
      const sighting = await this.#parts.reader.see(this.#parts.kind, picture);
      if (sighting && !this.#isStopped) await this.#take(sighting);
    }
  }

  async #take(sighting: Sighting): Promise<void> {
    if (!('read' in sighting)) return this.#say(sighting.advice);
    const { read } = sighting;
    if (!this.#parts.allowed.includes(read.type)) return this.#say('other_kind');
    this.#say('reading');
    const frames = this.#agreement.see(read);
    const page = frames && (await writePage(this.#canvas));
    if (!frames || !page || this.#isStopped) return;
    this.stop();
    this.#parts.onRead({ frames, page, isBack: read.isBack });
  }

  #say(say: Say): void {
    if (!this.#isStopped) this.#parts.onSay(this.#remark.see(say));
  }
}

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
