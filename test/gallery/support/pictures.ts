// Takes the pictures: every state of every requested sheet. A state is reached once for each width;
// language and theme then change around it.
import type { Browser, CDPSession } from 'playwright-core';
import type { GalleryState } from './gallery-state.ts';
import { type Sheet, sheetName, statesOn } from './selection.ts';
import { type Purpose, roomFor, SCALES } from './sheet-layout.ts';
import { type Theme, Visitor, type Width, WIDTHS } from './visitor.ts';

/** Windows that work side by side: while one waits for a state, another is drawn. */
const LANES = 3;

/** Sheet → state → the picture as a PNG in base64. */
type Pictures = Map<string, Map<string, string>>;

interface Shoot {
  states: readonly GalleryState[];
  sheets: readonly Sheet[];
  purpose?: Purpose;
  /** Styles to spoil states with, by their names: how a test proves that the comparison sees it. */
  spoiled?: Readonly<Record<string, string>>;
}

interface Task {
  state: GalleryState;
  sheets: readonly Sheet[];
}

interface Roll {
  purpose: Purpose;
  pictures: Pictures;
  /** What does not fit: sideways, or on its sheet. */
  faults: string[];
}

/**
 * @param origin of the stub server, which must know all the states
 * @throws Error when a state is not reached, needs scrolling sideways or does not fit its place, or when the
 *   console complains
 */
export async function takePictures(
  browser: Browser,
  origin: string,
  { states, sheets, purpose = 'reference', spoiled = {} }: Shoot,
): Promise<Pictures> {
  const roll: Roll = { purpose, pictures: new Map(), faults: [] };
  for (const width of new Set(sheets.map((sheet) => sheet.width))) {
    const queue = tasksAt(width, states, sheets);
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      const visitor = await Visitor.arrive(browser, origin, `${width}${lane}`, states, { width });
      const camera = await Camera.on(visitor, width);
      for (let task = queue.shift(); task; task = queue.shift())
        await camera.shoot(task, roll, spoiled[task.state.name]);
      await visitor.leave();
    });
    await Promise.all(lanes);
  }
  if (roll.faults.length > 0) throw new Error(roll.faults.join('\n'));
  return roll.pictures;
}

function tasksAt(width: Width, states: readonly GalleryState[], sheets: readonly Sheet[]): Task[] {
  const here = sheets.filter((sheet) => sheet.width === width);
  const tasks = states.map((state) => ({
    state,
    sheets: here.filter((sheet) => statesOn(sheet, states).includes(state)),
  }));
  return tasks.filter((task) => task.sheets.length > 0);
}

class Camera {
  #visitor: Visitor;
  #width: Width;
  #tools: CDPSession;
  #theme: Theme = 'light';

  private constructor(visitor: Visitor, width: Width, tools: CDPSession) {
    this.#visitor = visitor;
    this.#width = width;
    this.#tools = tools;
  }

  static async on(visitor: Visitor, width: Width): Promise<Camera> {
    const tools = await visitor.page.context().newCDPSession(visitor.page);
    return new Camera(visitor, width, tools);
  }

  async shoot({ state, sheets }: Task, roll: Roll, spoiled: string | undefined): Promise<void> {
    await this.#visitor.visit(state);
    if (spoiled !== undefined) await this.#visitor.restyle(spoiled);
    let spoken = '';
    // Changing the theme costs more than anything: first all that has the last one's.
    for (const sheet of sheets.toSorted((a, b) => this.#distance(a) - this.#distance(b))) {
      if (sheet.language !== spoken) await this.#visitor.speak(sheet.language);
      spoken = sheet.language;
      if (sheet.theme !== this.#theme) await this.#visitor.wear(sheet.theme);
      this.#theme = sheet.theme;
      const picture = await this.#picture(state, sheet, roll);
      // Only now: while this picture was taken, another window may have begun the sheet.
      const taken = roll.pictures.get(sheetName(sheet)) ?? new Map<string, string>();
      roll.pictures.set(sheetName(sheet), taken.set(state.name, picture));
    }
    const complaints = this.#visitor.complaints.splice(0);
    roll.faults.push(...complaints.map((complaint) => `${state.name}: ${complaint}`));
  }

  #distance({ theme }: Sheet): number {
    return theme === this.#theme ? 0 : 1;
  }

  async #picture(state: GalleryState, sheet: Sheet, roll: Roll): Promise<string> {
    const { width, height } = WIDTHS[this.#width].viewport;
    const needed = await this.#visitor.settle();
    const room = roomFor(state, this.#width);
    const name = `${sheetName(sheet)}: ${state.name}`;
    if (needed.height > room)
      roll.faults.push(`${name} is ${needed.height} px high and has ${room} on its sheet`);
    if (needed.width > width) roll.faults.push(`${name} is ${needed.width} px wide`);
    const { data } = await this.#tools.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      captureBeyondViewport: needed.height > height,
      clip: {
        x: 0,
        y: 0,
        width,
        scale: SCALES[roll.purpose][this.#width],
        height: Math.min(room, Math.max(needed.height, height)),
      },
    });
    return data;
  }
}
