// Measures the length of each function in a file, in lines, including the first and the last.
import { parseSync } from 'vite';

interface FoundFunction {
  /**
   * The name of the function, or of the constant, method or property that contains it; empty if
   * there is none.
   */
  name: string;
  /** First line, counted from 1. */
  line: number;
  lines: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/**
 * @param path the file's path; its extension decides how the source is parsed
 * @returns all functions, methods and arrow functions, including nested ones
 */
export function findFunctions(path: string, source: string): FoundFunction[] {
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;
  const found: FoundFunction[] = [];
  const visit = (value: unknown, holder: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, holder);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as Node;
    const name = ownName(node) ?? holder;
    // A type-only declaration has no body.
    if (node.type.includes('Function') && node['body']) {
      const line = lineAt(node.start);
      found.push({ name, line, lines: lineAt(node.end) - line + 1 });
    }
    for (const child of Object.values(node)) visit(child, node.type === 'Program' ? '' : name);
  };
  visit(parseSync(path, source).program, '');
  return found;
}

function ownName(node: Node): string | undefined {
  const named = (node['id'] ?? node['key']) as { name?: unknown } | null | undefined;
  return typeof named?.name === 'string' ? named.name : undefined;
}
