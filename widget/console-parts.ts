// Decides which files a console loads before its sign-in: a first script with everything that the
// sign-in needs, and the app. The document itself references the app, so the browser fetches the
// app before the first script requests it. By default, Rolldown would create eighteen files, which
// would compress worse and wait for one another, because a browser opens only six connections.
import type { Plugin, Rolldown } from 'vite';

const OPENING = '/console/opening.ts';
const APP = '/console/app.tsx';

/**
 * @param root the absolute path of widget/
 * @returns groups of modules for Rolldown; a module in neither group is needed only by individual
 *   pages
 */
export const consoleParts = (root: string): Rolldown.CodeSplittingGroup[] => [
  { name: partOf('opening', root + OPENING), priority: 2 },
  { name: partOf('app', root + APP), priority: 1 },
];

function partOf(name: string, entry: string): Rolldown.CodeSplittingNameFunction {
  let modules: ReadonlySet<string> | undefined;
  return (id, graph) => {
    modules ??= closureOf(entry, (each) => graph.getModuleInfo(each)?.importedIds);
    return modules.has(id) ? name : null;
  };
}

/** A plugin that makes the HTML document preload the app's files. */
export const appAtOnce: Plugin = {
  name: 'agate:app-at-once',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(APP));
      if (app === undefined) throw new Error('The console has no app.');
      const importsOf = (name: string) => chunks.find((each) => each.fileName === name)?.imports;
      return [...closureOf(app.fileName, importsOf)]
        .filter((name) => !html.includes(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
          injectTo: 'head' as const,
        }));
    },
  },
};

/** Returns a module and everything that it imports, directly or indirectly. */
function closureOf(first: string, importsOf: (name: string) => readonly string[] | undefined) {
  const found = new Set([first]);
  for (const name of found) for (const imported of importsOf(name) ?? []) found.add(imported);
  return found;
}
