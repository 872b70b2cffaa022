// The consoles may only call the two APIs and their own sign-in, and only through one module.
import { parseSync } from 'vite';

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** The module that converts errors into a form that pages can show. */
const CALLER = 'widget/console/api/call-error.ts';
/** Browser APIs through which code could reach a server without the CALLER module. */
const REACHING = /^(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon)$/;
/**
 * The paths that the consoles may call. In a path from a template literal, `*` replaces the
 * interpolated name of the console.
 */
const OURS = /^\/(dashboard|admin|console|\*)\/v1\//;

/**
 * @returns `path:line` of every server call that bypasses CALLER, or that goes to a server other
 *   than ours
 */
export function findForeignCalls(path: string, source: string): string[] {
  const found: string[] = [];
  visit(parseSync(path, source).program, (node) => {
    const reaches = isCalled(node, REACHING) && path !== CALLER;
    const address = addressOf(node);
    if (reaches || (address !== undefined && !OURS.test(address)))
      found.push(`${path}:${source.slice(0, node.start).split('\n').length}`);
  });
  return found;
}

const isCalled = ({ type, name }: Node, names: RegExp): boolean =>
  type === 'Identifier' && names.test(String(name));

/**
 * @returns the address in `new Request(…)` or in a call of the typed client; undefined for any
 *   other node
 */
function addressOf(node: Node): string | undefined {
  const callee = node['callee'] as Node | undefined;
  const [first] = (node['arguments'] ?? []) as (Node | undefined)[];
  const isRequest =
    node.type === 'NewExpression' && callee !== undefined && isCalled(callee, /^Request$/);
  const { object, property } = (callee ?? {}) as { object?: Node; property?: Node };
  const isCall =
    object?.['name'] === 'client' && property !== undefined && isCalled(property, /^[A-Z]+$/);
  if (!isRequest && !isCall) return undefined;
  if (first?.type === 'Literal') return String(first['value']);
  // An address that is assembled elsewhere cannot be read from this node, so it is reported as
  // foreign.
  if (first?.type !== 'TemplateLiteral') return '';
  return (first['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw).join('*');
}

function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, look);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) look(value as Node);
    // A property's name is not a call.
    const { type, computed } = value as Node;
    const isNamed = type === 'Property' && computed === false;
    for (const [key, child] of Object.entries(value))
      if (!isNamed || key !== 'key') visit(child, look);
  }
}
