// Checks that the two tables of use cases in test/support/faults/table.ts list exactly the use
// cases that write in more than one place, as defined in write-places.ts.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  HEALED_BY_THEMSELVES,
  MAY_STOP_IN_BETWEEN,
  RUN_UNDER_FAULTS,
} from '../support/faults/table.ts';
import { listFiles, readSourceFile } from './source-files.ts';
import { findMultiplePlaces, type Source } from './write-places.ts';

const DOMAIN = 'src/domain/';
const files = listFiles(['src']).filter((path) => /\.tsx?$/.test(path));
const sources = files
  .filter((path) => /^src\/(domain|objects)\//.test(path))
  .map((path): Source => ({ path, text: readFileSync(path, 'utf8') }));

/** The domain functions that the handlers of requests, schedules and queues import. */
const entries = new Set(
  files
    .filter((path) => /^src\/(routes|http|background)/.test(path))
    .flatMap((path) => readSourceFile(path).imports)
    .filter(({ to, typeOnly }) => to.startsWith(DOMAIN) && !typeOnly)
    .flatMap(({ to, names }) => names.map((name) => `${to}#${name}`)),
);

const leaves = new Set(Object.keys(HEALED_BY_THEMSELVES).map((id) => DOMAIN + id));
const find = (from: readonly Source[], of = entries) => findMultiplePlaces(from, of, leaves);

test('every use case that writes in more than one place is in a table', () => {
  const found = [...find(sources).keys()].map((id) => id.slice(DOMAIN.length));
  const known = [RUN_UNDER_FAULTS, MAY_STOP_IN_BETWEEN].flatMap(Object.keys);
  expect(found.filter((id) => !known.includes(id))).toEqual([]);
  expect(known.filter((id) => !found.includes(id))).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});

test('every listed test that runs under faults exists', () => {
  const tests = listFiles(['test']).filter((path) => path.startsWith('test/faults/'));
  const text = tests.map((path) => readFileSync(path, 'utf8')).join('\n');
  const titles = Object.values(RUN_UNDER_FAULTS);
  expect(titles.length).toBeGreaterThan(5);
  expect(titles.filter((title) => !new RegExp(`('${title}[',]|  ${title}:)`).test(text))).toEqual(
    [],
  );
});

test('every function listed as healing by itself exists', () => {
  const exist = ([id]: [string, string]): boolean => {
    const [path = '', name = ''] = id.split('#');
    return sources.some(
      (one) => one.path === DOMAIN + path && one.text.includes(`function ${name}(`),
    );
  };
  expect(Object.entries(HEALED_BY_THEMSELVES).filter((entry) => !exist(entry))).toEqual([]);
});

test('a use case that writes a row and an object is found, and one that writes a batch is not', () => {
  const made: Source[] = [
    {
      path: 'src/domain/things/store.ts',
      text: `export async function insertThing(db: Database): Promise<void> { await db.insert(things).values({}); }
        export const thingRow = (db: Database): Statement => db.insert(things).values({});
        export async function writeThings(db: Database, also: Statement[]): Promise<void> { await runTogether(db, also); }
        export async function findThing(db: Database): Promise<Row> { return db.select().from(things); }`,
    },
    {
      path: 'src/domain/things/things.ts',
      text: `import { findThing, insertThing, thingRow, writeThings } from './store.ts';
        export async function half(ctx: Context): Promise<void> { await insertThing(ctx.db); await end(ctx); }
        export async function apart(ctx: Context): Promise<void> { await runTogether(ctx.db, [thingRow(ctx.db)]); await end(ctx); }
        const end = async (ctx: Context): Promise<void> => { await ctx.objects.grant('a')?.revoke(); };
        export async function whole(ctx: Context): Promise<void> { await findThing(ctx.db); await writeThings(ctx.db, [thingRow(ctx.db)]); }`,
    },
  ];
  const of = new Set(
    ['half', 'apart', 'whole'].map((name) => `src/domain/things/things.ts#${name}`),
  );
  const objects = sources.filter(({ path }) => path.startsWith('src/objects/'));
  expect([...find([...objects, ...made], of)]).toEqual([
    [
      'src/domain/things/things.ts#half',
      [
        'D1 in src/domain/things/store.ts#insertThing',
        'object.revoke in src/domain/things/things.ts#end',
      ],
    ],
    [
      'src/domain/things/things.ts#apart',
      [
        'D1 in src/domain/things/things.ts#apart',
        'object.revoke in src/domain/things/things.ts#end',
      ],
    ],
  ]);
});
