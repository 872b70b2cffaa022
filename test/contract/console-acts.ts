// Checks the consoles' promise that nothing is shown as done before the server has confirmed it.
import { parseSync } from 'vite';

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** @returns `path:line` for every place that shows a change before the server has confirmed it */
export function findOptimism(path: string, source: string): string[] {
  const found: string[] = [];
  const lineOf = ({ start }: Node) => `${path}:${source.slice(0, start).split('\n').length}`;
  const visit = (value: unknown, answered: ReadonlySet<string>): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, answered);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as Node;
    if (node.type === 'Identifier' && /^(onMutate|useOptimistic)$/.test(String(node['name'])))
      found.push(lineOf(node));
    if (isWriteOfAnswer(node)) {
      const [, written] = node['arguments'] as Node[];
      if (!answered.has(String(written?.['name']))) found.push(lineOf(node));
    }
    const known = /Function/.test(node.type)
      ? new Set([...answered, ...awaitedIn(node['body'])])
      : answered;
    for (const child of Object.values(node)) visit(child, known);
  };
  visit(parseSync(path, source).program, new Set());
  return found;
}

/**
 * Detects `answers.setQueryData(key, value)`, which sets the cached response that pages display.
 */
function isWriteOfAnswer(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  const { property } = node['callee'] as { property?: Node };
  return property?.['name'] === 'setQueryData';
}

/**
 * @returns the names of the variables, declared at the top level of a function's body, that hold an
 *   awaited result
 */
function awaitedIn(body: unknown): string[] {
  const { body: statements } = (body ?? {}) as { body?: Node[] };
  if (!Array.isArray(statements)) return [];
  return statements
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap((declared) => declared['declarations'] as { id: Node; init?: Node }[])
    .filter(({ init }) => init?.type === 'AwaitExpression')
    .map(({ id }) => String(id['name']));
}
