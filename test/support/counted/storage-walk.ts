// Reads all stored data into strings, keyed by location: every table of D1 and every Durable
// Object.
import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

/**
 * Converts a value to a string: bytes to Latin-1 characters, a Float32Array to its numbers, and
 * other arrays and objects to one `name: value` entry per member.
 */
export function textOf(value: unknown): string {
  if (value instanceof ArrayBuffer) return textOf(new Uint8Array(value));
  if (value instanceof Uint8Array) return new TextDecoder('latin1').decode(value);
  if (value instanceof Float32Array) return [...value].join(' ');
  if (typeof value !== 'object' || value === null) return String(value);
  const members = value instanceof Map ? [...value] : Object.entries(value);
  return members.map(([name, member]) => `${name}: ${textOf(member)}`).join('\n');
}

const namespaces = (): [string, DurableObjectNamespace][] =>
  Object.entries(env).flatMap(([name, binding]) =>
    binding?.constructor?.name === 'DurableObjectNamespace'
      ? [[name, binding as unknown as DurableObjectNamespace]]
      : [],
  );

/** The object's key-value entries, and the rows of its tables except the runtime's own. */
const readObject = (stub: DurableObjectStub): Promise<unknown> =>
  runInDurableObject(stub, (_object, { storage }) => [
    [...storage.kv.list()].map((entry) => [...entry]),
    storage.sql
      .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .toArray()
      .filter(({ name }) => !name.startsWith('_cf_'))
      .map(({ name }) => storage.sql.exec(`SELECT * FROM "${name}"`).toArray()),
  ]);

let ofOthers = new Set<string>();

/**
 * Makes walkStorage skip the objects that exist now. Call this before each test that walks the
 * storage: a reset may leave thousands of objects behind (setup.ts), and data from earlier tests
 * must not appear in this test's result.
 */
export async function passOverOthers(): Promise<void> {
  const left = await Promise.all(namespaces().map(([, one]) => listDurableObjectIds(one)));
  ofOthers = new Set(left.flat().map(String));
}

/**
 * Whether only earlier tests have used the object. Named objects that the current test also uses
 * were emptied before it began (setup.ts); the names of all other objects are random.
 */
const isOfOthers = (id: string): boolean =>
  ofOthers.has(id) && globalThis.usedCounters?.has(id) !== true;

/**
 * @returns the contents of each table, keyed by its name, and of each object, keyed by its binding
 *   and id
 */
export async function walkStorage(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
  ).all<{ name: string }>();
  for (const { name } of tables.results)
    found.set(name, textOf((await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results));
  for (const [name, namespace] of namespaces())
    for (const id of await listDurableObjectIds(namespace))
      if (!isOfOthers(String(id)))
        found.set(`${name} ${String(id)}`, textOf(await readObject(namespace.get(id))));
  return found;
}
