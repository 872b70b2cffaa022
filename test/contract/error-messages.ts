// Finds code that branches on an error's message. Messages are written for people and may change;
// code should branch on an error code or type.
import { parseSync } from 'vite';

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const READERS = /^(includes|startsWith|endsWith|match|matchAll|search|indexOf)$/;
const TESTERS = /^(test|exec|includes|has|get)$/;

/** @returns `path:line` for every comparison with, search in or pattern match on a `.message` */
export function findMessageBranches(path: string, source: string): string[] {
  const found: string[] = [];
  visit(parseSync(path, source).program, (node) => {
    if (branchesOnMessage(node))
      found.push(`${path}:${source.slice(0, node.start).split('\n').length}`);
  });
  return found;
}

function branchesOnMessage(node: Node): boolean {
  if (node.type === 'SwitchStatement') return isMessage(node['discriminant']);
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator']))) {
    const sides = [node['left'], node['right']];
    // Comparing two messages is fine, and so is a comparison with `undefined`.
    return sides.some(isMessage) && sides.some(isText);
  }
  if (node.type !== 'CallExpression') return false;
  const { object, name } = memberOf(node['callee']);
  const given = node['arguments'] as unknown[];
  return (READERS.test(name) && isMessage(object)) || (TESTERS.test(name) && given.some(isMessage));
}

function isMessage(value: unknown): boolean {
  return memberOf(value).name === 'message';
}

function isText(value: unknown): boolean {
  const node = unwrap(value);
  if (node?.type === 'Literal') return typeof node['value'] === 'string';
  return node?.type === 'TemplateLiteral';
}

/** @returns the object and the name in `object.name` or `object?.name` */
function memberOf(value: unknown): { object?: unknown; name: string } {
  const node = unwrap(value);
  if (node?.type !== 'MemberExpression') return { name: '' };
  const { name, value: literal } = node['property'] as Node;
  const key = name ?? literal;
  return { object: node['object'], name: typeof key === 'string' ? key : '' };
}

function unwrap(value: unknown): Node | undefined {
  const node = value as Node | undefined;
  const isWrapper =
    /^(ChainExpression|ParenthesizedExpression|TSAsExpression|TSNonNullExpression)$/;
  return node && isWrapper.test(node.type) ? unwrap(node['expression']) : node;
}

function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, look);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) look(value as Node);
    for (const child of Object.values(value)) visit(child, look);
  }
}
