// Finds use cases that write in more than one place, where each D1 statement or batch, each call to
// a Durable Object and each queue message counts as a place. The search starts at an exported
// function of the domain and follows the names it uses down to the stores' functions and the
// objects' methods.
import { posix } from 'node:path';
import { parseSync } from 'vite';

export interface Source {
  path: string;
  text: string;
}

interface Declaration {
  /** The function's ID, `path#name`. */
  id: string;
  exported: boolean;
  /** Ids of the functions that this function refers to. */
  uses: Set<string>;
  /** The writes in the function's own body. */
  writes: Set<string>;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Methods of Durable Objects that do not count as writes. */
const READS = new Set([
  'areUsedUp',
  'countAudit',
  'countByDay',
  'countErasedSessions',
  'countSessions',
  'countSessionsOfUser',
  'findDelivery',
  'findMatch',
  'findSessions',
  'forgetEntries',
  'takeEntries',
  'isAccessTokenActive',
  'knownEvents',
  'listAudit',
  'listDeliveries',
  'listOfSession',
  'listSessionTimes',
  'listSessions',
  'listTimes',
  'peek',
  'readAsTenant',
  'readAuditEvidence',
  'readConsent',
  'readKeptFace',
  'readEmbedOrigins',
  'readFeed',
  'readRefreshToken',
  'repeatEvent',
  'sequenceOf',
  'sumParts',
  'viewSession',
]);
/** Functions of src/db that run several statements as one transaction. */
const TRANSACTIONS = new Set(['batchAround', 'runTogether']);
/**
 * Writes in this file are ignored: a count of guesses only influences later guesses and expires on
 * its own.
 */
const COUNTERS = 'src/objects/rate-limiter.ts';

/**
 * @param sources the files of src/domain and src/objects
 * @param entries `path#name` of the functions that requests and schedules call
 * @param leaves functions whose writes are ignored, because they are completed later or affect no
 *   data elsewhere
 * @returns the entries that write in more than one place, each with those places
 */
export function findMultiplePlaces(
  sources: readonly Source[],
  entries: ReadonlySet<string>,
  leaves: ReadonlySet<string>,
): Map<string, string[]> {
  const methods = new Set(sources.flatMap(readMethods));
  const declarations = new Map(
    sources
      .filter(({ path }) => path.startsWith('src/domain/'))
      .flatMap((source) => readDeclarations(source, methods))
      .map((one) => [one.id, one] as const),
  );
  const found = new Map<string, string[]>();
  for (const { id, exported } of declarations.values()) {
    if (!exported || !entries.has(id)) continue;
    const places = [...reach(id, declarations, leaves)].toSorted();
    if (places.length > 1) found.set(id, places);
  }
  return found;
}

function reach(
  start: string,
  declarations: ReadonlyMap<string, Declaration>,
  leaves: ReadonlySet<string>,
): Set<string> {
  const places = new Set<string>();
  const seen = new Set<string>();
  const waiting = [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id) || (leaves.has(id) && id !== start)) continue;
    seen.add(id);
    const { uses, writes } = declarations.get(id) ?? { uses: [], writes: [] };
    for (const place of writes) places.add(place);
    waiting.push(...uses);
  }
  return places;
}

/** Lists the public methods through which a file's Durable Object may write. */
function readMethods({ path, text }: Source): string[] {
  if (
    !path.startsWith('src/objects/') ||
    path === COUNTERS ||
    !/extends (DurableObject|OutcomeVolume|AuditVolume|SessionVolume)\b/.test(text)
  )
    return [];
  const names = [...text.matchAll(/^ {2}async (\w+)\(/gm)].map(([, name = '']) => name);
  return names.filter((name) => !READS.has(name));
}

function readDeclarations({ path, text }: Source, methods: ReadonlySet<string>): Declaration[] {
  const { program } = parseSync(path, text) as unknown as { program: { body: Node[] } };
  const imports = new Map<string, string>();
  const declared: { name: string; node: Node; exported: boolean }[] = [];
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') readImport(path, statement, imports);
    const exported = statement.type === 'ExportNamedDeclaration';
    const inner = (exported ? statement['declaration'] : statement) as Node | null;
    if (inner?.type === 'FunctionDeclaration')
      declared.push({ name: nameOf(inner['id']), node: inner, exported });
    if (inner?.type === 'VariableDeclaration')
      for (const one of inner['declarations'] as Node[])
        declared.push({ name: nameOf(one['id']), node: one, exported });
  }
  const own = new Set(declared.map(({ name }) => name));
  return declared.map(({ name, node, exported }) => {
    const id = `${path}#${name}`;
    const uses = new Set<string>();
    const writes = new Set<string>();
    walk(node, (child) => {
      if (child.type === 'Identifier') {
        const used = child['name'] as string;
        const target = own.has(used) ? `${path}#${used}` : imports.get(used);
        if (target !== undefined && target !== id) uses.add(target);
      }
      const written = writtenBy(child, methods);
      if (written !== undefined) writes.add(`${written} in ${id}`);
    });
    if (path.endsWith('store.ts') && isStatementRun(text.slice(node.start, node.end)))
      writes.add(`D1 in ${id}`);
    return { id, exported, uses, writes };
  });
}

function readImport(path: string, statement: Node, imports: Map<string, string>): void {
  const from = (statement['source'] as { value: string }).value;
  if (!from.startsWith('.') || statement['importKind'] === 'type') return;
  const target = posix.join(posix.dirname(path), from);
  for (const specifier of statement['specifiers'] as Node[])
    if (specifier.type === 'ImportSpecifier' && specifier['importKind'] !== 'type')
      imports.set(nameOf(specifier['local']), `${target}#${nameOf(specifier['imported'])}`);
}

/**
 * Whether a store's function runs the statement that it builds. A function that only builds a
 * statement writes nothing.
 */
function isStatementRun(text: string): boolean {
  const sends = /^(async )?function|=>|\(/.test(text) && /\basync\b|Promise</.test(text);
  const builds = /\bdb\s*\.(insert|update|delete)\(|\bStatement\b/.test(text);
  return sends && (builds || /db\.run\(sql`\s*(INSERT|UPDATE|DELETE)/.test(text));
}

/**
 * Returns the place that a call writes to: D1 (for a transaction), an object's method, or a
 * message; undefined if the call writes nothing.
 */
function writtenBy(node: Node, methods: ReadonlySet<string>): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = node['callee'] as Node;
  if (TRANSACTIONS.has(nameOf(callee))) return 'D1';
  if (callee.type !== 'MemberExpression') return undefined;
  const on = callee['object'] as Node;
  const property = callee['property'] as Node;
  if (callee['computed'] === true) return undefined;
  const method = nameOf(property);
  if (method === 'send' || method === 'sendBatch') return 'message';
  const isDatabase = on.type === 'Identifier' && on['name'] === 'db';
  return methods.has(method) && !isDatabase ? `object.${method}` : undefined;
}

const nameOf = (node: unknown): string => (node as { name?: string }).name ?? '';

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const [key, value] of Object.entries(node)) {
    // Types do not exist at run time, and a property's name is not a reference to a function.
    if (key === 'typeAnnotation' || key === 'returnType' || key === 'typeArguments') continue;
    if (key === 'property' && node['computed'] !== true) continue;
    if (key === 'key' && node['computed'] !== true && node['shorthand'] !== true) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && 'type' in child)
        walk(child as Node, visit);
  }
}
