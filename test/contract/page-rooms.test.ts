// The rooms (folders) of the hosted page: the content of each, and the direction of imports.
import { expect, test } from 'vitest';
import { parseSource, readSourceFiles, type SourceFile } from './source-files.ts';

const PAGE = 'widget/hosted/';

/**
 * The content of each room. At run time, a room only imports from rooms that are listed before it.
 */
const ROOMS: Readonly<Record<string, string>> = {
  time: 'clocks, countdowns and how they read',
  state: 'the one state of the page, its events, and which page it shows',
  requests: 'the client of the API, and how requests are repeated without counting twice',
  texts: 'which text is said when',
  i18n: 'the languages of the page',
  site: 'what belongs to the customer: the frame, the way back, colours',
  capture: 'the camera, the movements and the estimate of the age',
  browser: 'what this browser can do, and where its settings are',
  engine: 'the worker that measures pictures, and its downloads',
  'bot-check': 'whether a browser is there, a script of its own',
  session: 'the session on the server, as this device sees and changes it',
  handoff: 'the way to a phone and back',
  parts: 'components that several screens share',
  account: 'what the account of the person can do for a check',
  document: 'the step with the document, a script of its own',
  wallet: 'a wallet in the place of the camera, a script of its own',
  passes: 'age passes: taking, keeping and showing them, a script of its own',
  key: 'age keys: making, using and forgetting one, a script of its own',
  screens: 'what is shown, one component for each page of the state',
};

/**
 * The files of the hall, the page's top-level folder: the document's two scripts, the frame around
 * every screen, and the wiring.
 */
const HALL = ['app.tsx', 'main.tsx', 'opening.ts', 'page-controller.ts', 'screen.tsx'];

const order = Object.keys(ROOMS);
const page = readSourceFiles(['widget']).filter(({ path }) => path.startsWith(PAGE));

test('every file is in a room, and the hall contains only the composition', () => {
  const rooms = new Set(page.map(({ path }) => roomOf(path)));
  expect([...rooms].toSorted()).toEqual(['', ...order].toSorted());
  const hall = page.map(({ path }) => path).filter((path) => roomOf(path) === '');
  expect(hall).toEqual(HALL.map((name) => `${PAGE}${name}`));
});

test('rooms import in one direction, so that there is no cycle', () => {
  expect(page.flatMap(findClimbs)).toEqual([]);
});

test.each([
  ["import { a } from '../screens/b.ts';", ['parts > screens']],
  ["export { a } from '../screens/b.ts';", ['parts > screens']],
  ["const a = await import('../page-controller.ts');", ['parts > hall']],
  ["import type { A } from '../screens/b.ts';", []],
  ["import { a } from '../state/flow.ts';", []],
  ["import { a } from '../../icon-paths.ts';", []],
])('an import from the room parts is judged: `%s`', (source, climbs) => {
  expect(findClimbs(parseSource(`${PAGE}parts/a.ts`, source))).toEqual(climbs);
});

/** @returns the file's room; the empty string for a file in the hall */
function roomOf(path: string): string {
  const [first = '', ...rest] = path.slice(PAGE.length).split('/');
  return rest.length > 0 ? first : '';
}

/**
 * Finds a file's run-time imports from rooms that are listed after its own. The hall may import
 * every room, and no room may import the hall.
 */
function findClimbs({ path, imports }: SourceFile): string[] {
  const from = roomOf(path);
  const floorOf = (room: string) => (room === '' ? order.length : order.indexOf(room));
  return imports
    .filter(({ to, typeOnly }) => !typeOnly && to.startsWith(PAGE))
    .map(({ to }) => roomOf(to))
    .filter((to) => to !== from && floorOf(to) > floorOf(from))
    .map((to) => `${from} > ${to || 'hall'}`);
}
