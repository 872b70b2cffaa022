// What the consoles call, of the OpenAPI document. Its hash is the first line of the generated types, so that a test can
// tell whether they are current without the generator.

type Json = { [name: string]: unknown };

export interface Description extends Json {
  openapi: string;
  info: object;
  paths: Record<string, unknown>;
  components: object;
}

const SURFACES = /^\/(dashboard|admin|console)\/v1\//;
/** Every error is the same envelope, which the client throws (widget/console/api/client.ts). */
const IS_ERROR = /^[45]\d\d$/;
/** What says nothing of types. */
const PROSE = ['description', 'summary', 'example', 'examples', 'tags', 'security'];

/** Without addresses and names of the installation, which differ, and without what the types do not show. */
export function consolePart({ openapi, paths, components }: Description): Description {
  const called = Object.entries(paths).filter(([path]) => SURFACES.test(path));
  const info = { title: 'Consoles', version: '1.0' };
  const part = plain({ openapi, info, paths: Object.fromEntries(called), components });
  const { schemas } = part['components'] as { schemas: Json };
  const used = referred(part['paths'], schemas, new Set());
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...part, components: { schemas: Object.fromEntries(kept) } };
}

/** @param parent the member's name, so that a property called `description` stays */
function plain<T>(value: T, parent = ''): T {
  if (Array.isArray(value)) return value.map((each) => plain(each)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const isNames = parent === 'properties' || parent === 'schemas';
  const members = Object.entries(value)
    .filter(([name]) => isNames || !PROSE.includes(name))
    .filter(([name]) => parent !== 'responses' || !IS_ERROR.test(name))
    .map(([name, member]) => [name, plain(member, isNames ? '' : name)]);
  return Object.fromEntries(members) as T;
}

function referred(value: unknown, schemas: Json, found: Set<string>): Set<string> {
  const text = JSON.stringify(value);
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    referred(schemas[name], schemas, found);
  }
  return found;
}

/** The first line of the generated file. */
export async function headOf(part: Description): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(part));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `// Made by \`npm run generate:console\` from the description ${hash.slice(0, 16)}; do not edit.`;
}
