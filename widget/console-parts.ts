// In which files a console comes up to its sign-in: a first script with all that it needs, and the app, which the document names as well,
// so that it is on its way before the first script asks for it. Rolldown alone would make eighteen files of them, which wait for
// one another where a browser has six connections, and compress worse.
import type { Plugin, Rolldown } from 'vite';

const OPENING = '/console/opening.ts';
const APP = '/console/app.tsx';

/** @param root absolute path of widget/ @returns groups of modules for Rolldown; what is in neither belongs to pages */
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

/** The document names the files of the app. */
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

/** Something with everything that it imports. */
function closureOf(first: string, importsOf: (name: string) => readonly string[] | undefined) {
  const found = new Set([first]);
  for (const name of found) for (const imported of importsOf(name) ?? []) found.add(imported);
  return found;
}
