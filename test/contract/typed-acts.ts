// Determines which API calls of the consoles require the user to type something first: the name of
// the item that will be lost, or the password. Each call is traced to its triggers; a trigger that
// the trace does not recognise counts as not requiring typing.
import { parseSync } from 'vite';

interface Node {
  type: string;
  parent?: Node;
  [key: string]: unknown;
}

export interface Act {
  /** Method and path, such as `PATCH /admin/v1/tenants/{id}`, with `*` for interpolated parts. */
  call: string;
  /** Whether typing is required, considering all triggers. */
  typed: 'always' | 'sometimes' | 'never';
}

/** Dialogs that require typing, each with the callback property that it calls afterwards. */
const TYPED: Record<string, string> = {
  ConfirmDialog: 'onConfirm',
  MemberSessions: 'end',
  PasswordDialog: 'onPassword',
};
/** Members of an action object that start the action; its other members report its state. */
const STARTS = /^(run|start|mutate)$/;

/** @returns every API call in a file that changes something, in source order */
export function findActs(path: string, source: string): Act[] {
  const program = parseSync(path, source).program as unknown as Node;
  const nodes = flatten(program);
  return nodes
    .filter(({ type }) => type === 'CallExpression')
    .flatMap((call) => {
      const { object, property } = call['callee'] as { object?: Node; property?: Node };
      const method = String(property?.['name']);
      if (object?.['name'] !== 'client' || !/^(POST|PUT|PATCH|DELETE)$/.test(method)) return [];
      const [address] = call['arguments'] as Node[];
      const start = around(call, isFunction);
      const ways = waysTo(start, nodes);
      const typed = ways.every(Boolean) ? 'always' : ways.some(Boolean) ? 'sometimes' : 'never';
      return { call: `${method} ${formatAddress(address)}`, typed };
    });
}

function formatAddress(node?: Node): string {
  if (node?.type !== 'TemplateLiteral') return String(node?.['value']);
  return (node['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw).join('*');
}

/**
 * @param start a function, or a name that refers to one
 * @returns for each of its triggers, whether typing is required; triggers in other files are not
 *   traced
 */
function waysTo(start: Node | undefined, nodes: readonly Node[]): boolean[] {
  if (start === undefined) return [false];
  if (start.type === 'FunctionDeclaration') return waysToName(start['id'], undefined, nodes);
  const holder = around(start, ({ type }) =>
    /^(JSXAttribute|VariableDeclarator|AwaitExpression)$|Function/.test(type),
  );
  if (holder?.type === 'JSXAttribute') return waysFrom(holder);
  if (holder?.type === 'VariableDeclarator')
    return waysToName(holder['id'], around(holder, isFunction), nodes);
  // The function is called in place, so it has the same triggers as the enclosing function.
  return waysTo(holder?.type === 'AwaitExpression' ? around(holder, isFunction) : holder, nodes);
}

const isFunction = ({ type }: Node): boolean => /Function/.test(type);

/** @param scope the function in which uses of the name count; undefined for the whole file */
function waysToName(id: unknown, scope: Node | undefined, nodes: readonly Node[]): boolean[] {
  const name = (id as Node | undefined)?.['name'];
  const uses = nodes.filter(
    (node) =>
      node.type === 'Identifier' &&
      node['name'] === name &&
      node !== id &&
      (scope === undefined || around(node, (each) => each === scope) !== undefined) &&
      setsOff(node),
  );
  if (uses.length === 0) return [false];
  return uses.flatMap((node) =>
    waysTo(
      node.parent?.type === 'CallExpression' && isCallee(node) ? around(node, isFunction) : node,
      nodes,
    ),
  );
}

const isCallee = (node: Node): boolean => node.parent?.['callee'] === node;

function setsOff(node: Node): boolean {
  const { parent } = node;
  if (parent?.type !== 'MemberExpression') return parent?.['key'] !== node;
  return parent['object'] === node && STARTS.test(String((parent['property'] as Node)['name']));
}

/**
 * Returns whether a trigger in an element's attribute requires something to be typed first: always,
 * never, or (with two values) sometimes.
 */
function waysFrom(attribute: Node): boolean[] {
  const element = attribute.parent;
  const name = String((attribute['name'] as Node)['name']);
  const tag = String((element?.['name'] as Node | undefined)?.['name']);
  if (TYPED[tag] === name) return [true];
  const inside = element?.parent === undefined ? [] : flatten(element.parent);
  const asks = inside.some(
    (node) => node.type === 'JSXOpeningElement' && (node['name'] as Node)['name'] === 'TypedWord',
  );
  // A form with a TypedWord field shows that field only if a key or secret is to stop working
  // immediately, so both results are possible.
  return tag === 'FormDialog' && name === 'action' && asks ? [true, false] : [false];
}

function around(node: Node, fits: (node: Node) => boolean): Node | undefined {
  let outer = node.parent;
  while (outer !== undefined && !fits(outer)) outer = outer.parent;
  return outer;
}

/** @returns a node and all its descendants, with links to their parents */
function flatten(root: Node): Node[] {
  const found: Node[] = [];
  const visit = (value: unknown, parent?: Node): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, parent);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as Node;
    if (parent !== undefined) node.parent = parent;
    found.push(node);
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child, node);
  };
  visit(root);
  return found;
}
