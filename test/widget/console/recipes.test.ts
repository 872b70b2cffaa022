// The recipes in the console match docs/sign-in.md and are executed: test/browser/recipes runs the
// npm recipes, and `npm run recipes` runs the others.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { consoleRecipes } from '../../../scripts/console-examples/recipes.ts';
import { RECIPES } from '../../../scripts/recipes/recipes.ts';

const recipes = consoleRecipes();

it('are up to date: run `npm run generate:wire` when this fails', () => {
  const committed: unknown = JSON.parse(
    readFileSync('widget/console/dashboard/pages/client/recipes.json', 'utf8'),
  );
  expect(committed).toEqual(recipes);
});

it('include every recipe that was run, and no other', () => {
  const names = RECIPES.map(({ name }) => name);
  expect(recipes.map(({ name }) => name)).toEqual(names.filter((name) => name !== 'ASP.NET Core'));
  expect(recipes.every(({ version }) => /^\d+\.\d+/.test(version))).toBe(true);
});

it.each(recipes.map((recipe) => [recipe.name, recipe] as const))(
  'read the settings that the page names from the environment: %s',
  (_name, { files, isPublic }) => {
    const code = files.map((file) => file.code).join('\n');
    for (const name of isPublic
      ? ['AGATE_URL', 'PUBLIC_CLIENT_ID', 'PORT']
      : ['AGATE_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'PORT'])
      expect(code).toMatch(new RegExp(`\\b${name}\\b`));
  },
);
