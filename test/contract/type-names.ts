// Finds exported type names that occur in more than one file, because a search for a name should
// find only one type.
import { readFileSync } from 'node:fs';
import { listFiles } from './source-files.ts';

const DECLARATION = /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm;

/**
 * The files of API types that are generated from the routes. In these files, a schema's type has
 * the same name as in the API.
 */
const GENERATED: readonly string[] = [
  'sdk/src/wire.ts',
  'widget/console/api/wire.ts',
  'widget/hosted/requests/wire.ts',
];

/**
 * Names that several files may declare because the types are named as in the API or in the SDK,
 * with the reason for each.
 */
export const NAMES_OF_THE_WIRE: Readonly<Record<string, string>> = {
  AccountOffer: 'the schema of the page’s API, and what the use case offers',
  BlockReason: 'the SDK’s own, of the same list',
  Challenge: 'the schema of the page’s API, and what the session issues',
  FaceChallenge: 'the SDK’s own, and the service’s',
  HandoffLink: 'the schema of the page’s API, and what the use case makes',
  OAuthClient: 'the SDK’s own, and the service’s',
  RequestLine: 'the SDK’s own, and the service’s',
  VerificationResult: 'the SDK’s own, and the service’s',
  VisitorRegion: 'the SDK’s own, of the same list',
};

/** @returns the files that declare each name, excluding generated files */
export function declarationsOf(
  files: readonly { path: string; text: string }[],
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { path, text } of files)
    if (!GENERATED.includes(path))
      for (const [, name = ''] of text.matchAll(DECLARATION))
        found.set(name, [...(found.get(name) ?? []), path]);
  return found;
}

/** @returns the names that several files declare, each with those files */
export const findTwins = (declared: ReadonlyMap<string, string[]>): string[] =>
  [...declared]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(', ')}`);

/** @returns every TypeScript file below the folders, except declaration files, with its text */
export const readTexts = (folders: readonly string[]) =>
  listFiles(folders)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
